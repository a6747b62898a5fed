import type { TransactionSql } from "postgres";
import { emailExists } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import type { IssuedCode } from "#server/backend/auth/store/one-time-code.ts";
import { issueToken } from "#server/backend/auth/store/one-time-tokens.ts";
import {
  type JsonObject,
  optionalObject,
  optionalText,
  readBody,
} from "#server/backend/auth/protocol/read-body.ts";
import {
  findUserByEmail,
  insertUser,
  findUserById,
} from "#server/backend/auth/store/user-store.ts";
import type { Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { requireServiceRole } from "./authenticate.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import { assertMetadataFits } from "#server/backend/auth/store/metadata.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { redirectTargetOf, sendCodeMail } from "#server/backend/auth/mail/send-mail.ts";
import { presentUser } from "#server/backend/auth/store/user-json.ts";

/**
 * Creates or finds the invited account and issues its code.
 *
 * @throws AuthError 422 email_exists for a confirmed email address.
 */
export async function inviteAccount(
  tx: TransactionSql,
  deps: AuthDeps,
  guest: { readonly email: string; readonly data: JsonObject },
): Promise<{ readonly userId: string; readonly issued: IssuedCode }> {
  const { email, data } = guest;
  const now = new Date(deps.now());
  const account = { email, passwordHash: "", userMetadata: data, isConfirmed: false };
  const inserted = await insertUser(tx, { ...account, invitedAt: now }, now);
  const user = inserted ?? (await findUserByEmail(tx, email));
  if (user === null || user.email_confirmed_at !== null) throw emailExists();
  await tx`update auth.users set invited_at = ${now} where id = ${user.id}`;
  const issued = await issueToken(tx, deps, {
    userId: user.id,
    tokenType: "confirmation_token",
    address: email,
    isPkce: false,
  });
  return { userId: user.id, issued };
}

const inviteBody = z.object({ email: optionalText, data: optionalObject });

/** POST /invite: creates an account without a password and mails its owner a sign-in link. */
export function invite(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const body = await readBody(c, inviteBody);
    const email = parseEmailAddress(body.email);
    const data = body.data ?? {};
    assertMetadataFits({ userMetadata: data });
    const { userId, issued } = await deps.sql.begin(async (tx) => {
      const invited = await inviteAccount(tx, deps, { email, data });
      const now = new Date(deps.now());
      const { userId } = invited;
      await recordAudit(tx, { action: "user_invited", userId, origin: originOf(c), now });
      return invited;
    });
    const user = await findUserById(deps.sql, userId);
    if (user === null) throw emailExists();
    const acceptLanguage = c.req.header("accept-language");
    const recipient = { address: email, userMetadata: user.raw_user_meta_data, acceptLanguage };
    const redirectTo = redirectTargetOf(c, deps);
    sendCodeMail(deps, { kind: "invite", recipient, issued, redirectTo });
    return c.json(await presentUser(deps.sql, user));
  };
}
