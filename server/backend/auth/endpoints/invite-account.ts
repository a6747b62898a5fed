import type { TransactionSql } from "postgres";
import { emailExists } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import type { IssuedCode } from "#server/backend/auth/store/one-time-code.ts";
import { issueToken } from "#server/backend/auth/store/one-time-tokens.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { findUserByEmail, insertUser } from "#server/backend/auth/store/user-store.ts";

/**
 * Makes or finds the account to invite and its code.
 *
 * @throws AuthError 422 email_exists for an address that is confirmed already.
 */
export async function inviteAccount(
  tx: TransactionSql,
  parts: AuthDeps,
  guest: { readonly email: string; readonly data: JsonObject },
): Promise<{ readonly userId: string; readonly issued: IssuedCode }> {
  const { email, data } = guest;
  const now = new Date(parts.now());
  const account = { email, passwordHash: "", userMetadata: data, isConfirmed: false };
  const inserted = await insertUser(tx, { ...account, invitedAt: now }, now);
  const user = inserted ?? (await findUserByEmail(tx, email));
  if (user === null || user.email_confirmed_at !== null) throw emailExists();
  await tx`update auth.users set invited_at = ${now} where id = ${user.id}`;
  const issued = await issueToken(tx, parts, {
    userId: user.id,
    tokenType: "confirmation_token",
    address: email,
    isPkce: false,
  });
  return { userId: user.id, issued };
}
