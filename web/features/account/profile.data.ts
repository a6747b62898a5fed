import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { profileRules } from "#shared/account-rules.ts";
import { type Profile, profileSchema } from "#shared/contracts/account.ts";
import { type AccountSession, renewSession } from "#web/lib/session/account-session.ts";
import {
  type Failure,
  failureOf,
  type AccountResult,
  toAppError,
  toResult,
  withStatus,
} from "./result.ts";

/** The database stores empty fields as null. */
export type ProfileForm = v.InferOutput<typeof profileRules>;

const FORM_FIELDS = [
  "full_name",
  "username",
  "bio",
  "phone",
] as const satisfies readonly (keyof ProfileForm)[];

type ProfileKey = ["profile", string];
type ProfileOptions = UseQueryOptions<Profile, Error, Profile, ProfileKey>;

export function profileKey(userId: string): ProfileKey {
  return ["profile", userId];
}

export function profileQuery(openSession: () => AccountSession, userId: string): ProfileOptions {
  return queryOptions({
    queryKey: profileKey(userId),
    queryFn: ({ signal }) => fetchProfile(openSession(), userId, signal),
    // No other page reads it; drop it with the page.
    gcTime: 0,
  });
}

async function fetchProfile(
  session: AccountSession,
  userId: string,
  signal: AbortSignal,
): Promise<Profile> {
  const read = () =>
    session.client
      .from("profiles")
      .select("*")
      .eq("id", userId)
      .abortSignal(signal)
      .retry(false)
      .single();
  const first = await read();
  const isRenewed = first.status === UNAUTHORIZED && (await renewSession(session)) === null;
  const response = isRenewed ? await read() : first;
  const error = withStatus(response);
  if (error) throw toAppError(failureOf(error));
  return v.parse(profileSchema, response.data);
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
