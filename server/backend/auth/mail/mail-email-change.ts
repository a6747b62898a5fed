import type { Context } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#server/backend/context.ts";
import { type MailDeps, redirectTargetOf, sendCodeMail } from "./send-mail.ts";
import { type Challenge, openFlow } from "#server/backend/auth/store/flow-state.ts";
import type { IssuedCode } from "#server/backend/auth/store/one-time-code.ts";
import { issueToken } from "#server/backend/auth/store/one-time-tokens.ts";
import type { UserRow } from "#server/backend/auth/store/user-store.ts";

/** One code per mailbox; `forCurrent` is null for an account without an email address. */
export type EmailChangeCodes = {
  readonly forNew: IssuedCode;
  readonly forCurrent: IssuedCode | null;
};

/** Stores the requested email change and issues its codes. Both mailboxes must confirm again. */
export async function issueEmailChange(
  tx: TransactionSql,
  deps: MailDeps,
  change: {
    readonly user: UserRow;
    readonly newEmail: string;
    readonly challenge: Challenge | null;
  },
): Promise<EmailChangeCodes> {
  const { user, newEmail, challenge } = change;
  const now = new Date(deps.now());
  const isPkce = challenge !== null;
  const userId = user.id;
  const sidesLeft = user.email === null ? 1 : 0;
  await tx`
    update auth.users
    set email_change = ${newEmail}, email_change_confirm_status = ${sidesLeft}, updated_at = ${now}
    where id = ${userId}`;
  if (challenge !== null) await openFlow(tx, { userId, challenge, method: "email_change", now });
  const forNew = await issueToken(tx, deps, {
    userId,
    tokenType: "email_change_token_new",
    address: newEmail,
    isPkce,
  });
  if (user.email === null) return { forNew, forCurrent: null };
  const forCurrent = await issueToken(tx, deps, {
    userId,
    tokenType: "email_change_token_current",
    address: user.email,
    isPkce,
  });
  return { forNew, forCurrent };
}

/** Mails both mailboxes. Call it after the transaction. */
export function mailEmailChange(
  c: Context<BackendEnv>,
  deps: MailDeps,
  change: {
    readonly user: UserRow;
    readonly newEmail: string;
    readonly issued: EmailChangeCodes;
  },
): void {
  const { user, newEmail, issued } = change;
  const redirectTo = redirectTargetOf(c, deps);
  const recipient = {
    userMetadata: user.raw_user_meta_data,
    acceptLanguage: c.req.header("accept-language"),
  };
  const common = { kind: "email_change", redirectTo, newAddress: newEmail } as const;
  const toNew = { ...recipient, address: newEmail };
  sendCodeMail(deps, { ...common, recipient: toNew, issued: issued.forNew });
  if (issued.forCurrent === null || user.email === null) return;
  const toCurrent = { ...recipient, address: user.email };
  sendCodeMail(deps, { ...common, recipient: toCurrent, issued: issued.forCurrent });
}
