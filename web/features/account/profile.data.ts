import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { profileRules } from "#shared/account-rules.ts";
import { type Profile, profileSchema } from "#shared/contracts/account.ts";
import { AppError } from "#shared/errors.ts";
import { type AccountSession, renewSession } from "#web/lib/session/session.ts";
import { type Failure, failureOf, type AccountResult, outcomeOf, withStatus } from "./result.ts";

/** The four fields of the form; the database turns empty ones into null. */
export type ProfileForm = v.InferOutput<typeof profileRules>;

const FORM_FIELDS = [
  "full_name",
  "username",
  "bio",
  "phone",
] as const satisfies readonly (keyof ProfileForm)[];

type ProfileKey = ["profile", string];
type ProfileOptions = UseQueryOptions<Profile, Error, Profile, ProfileKey>;

/** Where the query cache keeps a profile. */
export function profileKey(userId: string): ProfileKey {
  return ["profile", userId];
}

/** The profile of the signed-in user. */
export function profileQuery(openSession: () => AccountSession, userId: string): ProfileOptions {
  return queryOptions({
    queryKey: profileKey(userId),
    queryFn: ({ signal }) => fetchProfile(openSession(), userId, signal),
    // Nobody else reads it, and with the page it leaves the memory.
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
  const { data, error, status } = isRenewed ? await read() : first;
  if (error) {
    const { code, message } = failureOf({ message: error.message, code: error.code, status });
    throw new AppError(code === "network" ? "network" : "upstream_failed", 0, message);
  }
  return v.parse(profileSchema, data);
}

export function updateProfile(
  session: AccountSession,
  userId: string,
  form: ProfileForm,
): Promise<AccountResult<null>> {
  return updateRow(session, userId, form);
}

/** A value of the form that the database does not take: somebody has it, or a CHECK refuses it. */
type RefusedField = { field: keyof ProfileForm; isTaken: boolean };

/** PostgreSQL's codes for a value that is taken and for one that a CHECK refuses. */
const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";
/** The protocol has no field for a constraint's name: it stands in the message, between quotation marks. */
const FIELD_OF_CONSTRAINT = new RegExp(`"profiles_(${FORM_FIELDS.join("|")})_\\w+"`);

/** The field that a refusal of the table is about; null where it names none. */
export function refusedField({ code, message }: Failure): RefusedField | null {
  if (code === UNIQUE_VIOLATION) return { field: "username", isTaken: true };
  const name = code === CHECK_VIOLATION ? FIELD_OF_CONSTRAINT.exec(message)?.[1] : undefined;
  const field = FORM_FIELDS.find((candidate) => candidate === name);
  return field ? { field, isTaken: false } : null;
}

/** Points the profile to another picture. */
export function updateAvatarUrl(
  session: AccountSession,
  userId: string,
  avatarUrl: string,
): Promise<AccountResult<null>> {
  return updateRow(session, userId, { avatar_url: avatarUrl });
}

/**
 * One update of the own row. A token that the server takes for expired (a clock that goes wrong, a
 * device that slept) is renewed once and the call repeated; a session that has ended shows itself by
 * its auth event.
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
  if (first.status !== UNAUTHORIZED) return outcomeOf(withStatus(first), null);
  const refusal = await renewSession(session);
  return outcomeOf(refusal ?? withStatus(await send()), null);
}

const UNAUTHORIZED = 401;
