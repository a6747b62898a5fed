import type * as v from "valibot";
import type { signInRules, signUpRules } from "#shared/account-rules.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { failureOf, type AccountResult, toResult } from "./result.ts";

type Client = AccountSession["client"];

/** Signs in; the session arrives through the auth events. */
export async function signIn(
  client: Client,
  credentials: v.InferOutput<typeof signInRules>,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.signInWithPassword(credentials);
  return toResult(error, null);
}

/**
 * Creates an account and its profile (S7.6, S7.7). Returns without a session where emails must be
 * confirmed; the database then has created the profile (F7).
 * @param landing URL that the confirmation mail links to.
 */
export async function signUp(
  client: Client,
  { full_name, email, password }: v.InferOutput<typeof signUpRules>,
  landing: string,
): Promise<AccountResult<{ isSignedIn: boolean }>> {
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { full_name }, emailRedirectTo: landing },
  });
  if (error) return { ok: false, failure: failureOf(error) };
  if (data.user && data.session) {
    // An error here is harmless: the profile exists and has the same name.
    await client.from("profiles").upsert({ id: data.user.id, full_name });
  }
  return { ok: true, value: { isSignedIn: data.session !== null } };
}

/** Mails a link to choose a new password. Succeeds also for an unknown email. */
export async function requestRecovery(
  client: Client,
  email: string,
  landing: string,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: landing });
  return toResult(error, null);
}

/** @param currentPassword only where the service requires it. */
export async function changePassword(
  client: Client,
  password: string,
  currentPassword: string | undefined,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.updateUser({
    password,
    ...(currentPassword !== undefined && { current_password: currentPassword }),
  });
  return toResult(error, null);
}
