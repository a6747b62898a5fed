import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { profileRules } from "#shared/account-rules.ts";
import { AppError } from "#shared/errors.ts";
import { type Profile, profileSchema } from "#shared/contracts/account.ts";
import { type AccountSession, renewSession } from "#web/lib/session/account-session.ts";
import { accessToken } from "#web/lib/session/access-token.ts";
import { loadSession } from "#web/lib/session/load-session.ts";
import type { Site } from "#web/lib/site.ts";
import { type Failure, type AccountResult, toResult, withStatus } from "./result.ts";

/** The database stores empty fields as null. */
export type ProfileForm = v.InferOutput<typeof profileRules>;

const FORM_FIELDS = [
  "full_name",
  "username",
  "bio",
  "phone",
] as const satisfies readonly (keyof ProfileForm)[];

export function profileKey(userId: string): readonly string[] {
  return ["profile", userId];
}

export function profileQuery(site: Site, userId: string): UseQueryOptions<Profile> {
  return {
    queryKey: profileKey(userId),
    queryFn: ({ signal }) => fetchProfile(site, userId, signal),
    // No other page reads it; drop it with the page.
    gcTime: 0,
  };
}

/** Reads the row as the backend client does, which it loads only for a session to renew. */
async function fetchProfile(site: Site, userId: string, signal: AbortSignal): Promise<Profile> {
  const { api, backendUrl, publishableKey: apikey } = site;
  async function read(): Promise<unknown> {
    const access = await accessToken(site);
    return api.getJson(`${backendUrl}/rest/v1/profiles?select=*&id=eq.${userId}`, signal, {
      accept: "application/vnd.pgrst.object+json",
      apikey,
      authorization: `Bearer ${access?.token ?? apikey}`,
    });
  }
  const answer = await read().catch(async (error: unknown) => {
    const isRejected = error instanceof AppError && error.status === UNAUTHORIZED;
    if (isRejected && (await renewSession(await loadSession(site))) === null) return read();
    throw error;
  });
  return v.parse(profileSchema, answer);
}

export function updateProfile(
  session: AccountSession,
  userId: string,
  form: ProfileForm,
): Promise<AccountResult<null>> {
  return updateRow(session, userId, form);
}

/** Field that the database rejects: its value is taken, or a CHECK fails. */
type RejectedField = { field: keyof ProfileForm; isTaken: boolean };

/** PostgreSQL error codes. */
const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";
/** The protocol has no field for the constraint: its name is in the message, in quotation marks. */
const FIELD_OF_CONSTRAINT = new RegExp(`"profiles_(${FORM_FIELDS.join("|")})_\\w+"`);

/** Returns the field that a database error names; null where it names none. */
export function rejectedField({ code, message }: Failure): RejectedField | null {
  if (code === UNIQUE_VIOLATION) return { field: "username", isTaken: true };
  const name = code === CHECK_VIOLATION ? FIELD_OF_CONSTRAINT.exec(message)?.[1] : undefined;
  const field = FORM_FIELDS.find((candidate) => candidate === name);
  return field ? { field, isTaken: false } : null;
}

export function updateAvatarUrl(
  session: AccountSession,
  userId: string,
  avatarUrl: string,
): Promise<AccountResult<null>> {
  return updateRow(session, userId, { avatar_url: avatarUrl });
}

/**
 * Updates the user's row. Renews a rejected token once and repeats the call: the clock may be
 * wrong, or the device slept. An ended session is reported by its auth event.
 */
async function updateRow(
  session: AccountSession,
  userId: string,
  values: Partial<ProfileForm & { avatar_url: string }>,
): Promise<AccountResult<null>> {
  const send = () =>
    session.client
      .from("profiles")
      .update({ ...values, updated_at: new Date().toISOString() })
      .eq("id", userId)
      .select("id")
      .single();
  const first = await send();
  if (first.status !== UNAUTHORIZED) return toResult(withStatus(first), null);
  const error = await renewSession(session);
  return toResult(error ?? withStatus(await send()), null);
}

const UNAUTHORIZED = 401;
