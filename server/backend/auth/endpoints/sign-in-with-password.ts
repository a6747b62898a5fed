import type { Context } from "hono";
import type { TransactionSql } from "postgres";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import {
  AuthError,
  invalidCredentials,
  phoneDisabled,
  validationFailed,
} from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { DUMMY_HASH, needsRehash } from "#server/backend/auth/passwords/hash-password.ts";
import { type PasswordAttempt, consumePasswordAttempt } from "./limits.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { openSession, type SessionJson } from "#server/backend/auth/store/session-store.ts";
import {
  findUserByEmail,
  findUserByPhone,
  hasPassword,
  isBanned,
  type UserRow,
} from "#server/backend/auth/store/user-store.ts";

const passwordBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
});

/** grant_type=password. Reports the account's state only after the right password. */
export async function signInWithPassword(
  c: Context<BackendEnv>,
  deps: AuthDeps,
): Promise<SessionJson> {
  const body = await readBody(c, passwordBody);
  if (body.email !== "" && body.phone !== "") {
    const message = "Only an email address or phone number should be provided on login.";
    throw validationFailed(message);
  }
  const login = readLogin(deps, body);
  const origin = originOf(c);
  const counted = await consumePasswordAttempt(deps, origin, login.address);
  const { known, isRight } = await checkPassword(deps, { login, password: body.password, counted });
  if (known === null || !isRight) throw invalidCredentials();
  const user = known;
  await counted.succeed();
  if (isBanned(user, deps.now())) throw new AuthError(400, "user_banned", "User is banned");
  assertConfirmed(user, login);
  const newHash = needsRehash(user.encrypted_password)
    ? await deps.hasher.hash(body.password)
    : null;
  return deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    await confirmPassword(tx, user, newHash ?? user.encrypted_password);
    await recordAudit(tx, { action: "login", userId: user.id, origin, now });
    const { provider } = login;
    return openSession(tx, deps, { userId: user.id, method: "password", origin, provider });
  });
}

/** `address` is an email address in lower case or the digits of a phone number. */
type Login = { readonly provider: "email" | "phone"; readonly address: string };

function readLogin(deps: AuthDeps, body: z.infer<typeof passwordBody>): Login {
  if (body.phone !== "") {
    if (!deps.settings.phone.isOn) throw phoneDisabled(422, "Phone logins are disabled");
    return { provider: "phone", address: body.phone.replace(/^\+/, "").replaceAll(" ", "") };
  }
  if (body.email === "") throw validationFailed("missing email or phone");
  return { provider: "email", address: body.email.toLowerCase() };
}

function assertConfirmed(user: UserRow, { provider }: Login): void {
  if (provider === "email" && user.email_confirmed_at === null) {
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  if (provider === "phone" && user.phone_confirmed_at === null) {
    throw new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
  }
}

/** Verifies one hash for every login: known, unknown or without a password. */
async function checkPassword(
  deps: AuthDeps,
  attempt: { readonly login: Login; readonly password: string; readonly counted: PasswordAttempt },
): Promise<{ readonly known: UserRow | null; readonly isRight: boolean }> {
  try {
    const { provider, address } = attempt.login;
    const find = provider === "email" ? findUserByEmail : findUserByPhone;
    const user = await find(deps.sql, address);
    const isUsable = user !== null && hasPassword(user) && user.deleted_at === null;
    const hash = isUsable ? user.encrypted_password : DUMMY_HASH;
    const isRight = await deps.hasher.verify(attempt.password, hash);
    return { known: user, isRight: isUsable && isRight };
  } catch (error) {
    await attempt.counted.refund();
    throw error;
  }
}

/**
 * Stores the hash unless the password has changed in the meantime: a session of the old password
 * must not outlive the change.
 */
async function confirmPassword(tx: TransactionSql, user: UserRow, hash: string): Promise<void> {
  const updated = await tx`
    update auth.users set encrypted_password = ${hash}
    where id = ${user.id} and encrypted_password = ${user.encrypted_password} returning 1`;
  if (updated.length === 0) throw invalidCredentials();
}
