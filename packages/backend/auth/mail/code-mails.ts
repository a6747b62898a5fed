import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { type AuditAction, recordAudit } from "#backend/auth/store/audit-log.ts";
import type { MailDeps } from "#backend/auth/auth-deps.ts";
import { composeCodeMail, redirectTargetOf, sendCodeMail } from "./send-mail.ts";
import { type Challenge, openFlow } from "#backend/auth/store/flow-state.ts";
import { issueToken, type TokenType } from "#backend/auth/store/one-time-tokens.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import type { AuthMethod } from "#backend/auth/store/session-store.ts";
import type { UserRow } from "#backend/auth/store/user-store.ts";
import type { TransactionSql } from "postgres";
import type { IssuedCode } from "#backend/auth/store/one-time-code.ts";

type CodeMailKind = "magiclink" | "recovery" | "signup";

const KINDS: Readonly<
  Record<CodeMailKind, { tokenType: TokenType; method: AuthMethod; action: AuditAction }>
> = {
  magiclink: {
    tokenType: "recovery_token",
    method: "magiclink",
    action: "user_recovery_requested",
  },
  recovery: { tokenType: "recovery_token", method: "recovery", action: "user_recovery_requested" },
  signup: {
    tokenType: "confirmation_token",
    method: "email/signup",
    action: "user_confirmation_requested",
  },
};

/**
 * Mails a link and a code to sign in, to reset a password or to confirm a sign-up. Does the same
 * work without an account and then sends nothing: the response time must not reveal which
 * accounts exist.
 *
 * @param mail.user null for an email address without such an account.
 */
export async function mailCode(
  c: Context<BackendEnv>,
  deps: MailDeps,
  mail: {
    readonly kind: CodeMailKind;
    readonly address: string;
    readonly user: UserRow | null;
    readonly challenge: Challenge | null;
  },
): Promise<void> {
  const { kind, address, user, challenge } = mail;
  const { tokenType, method, action } = KINDS[kind];
  const issued = await deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const userId = user?.id ?? randomUUID();
    if (challenge !== null) await openFlow(tx, { userId, challenge, method, now });
    await recordAudit(tx, { action, userId: user?.id ?? null, origin: originOf(c), now });
    return issueToken(tx, deps, { userId, tokenType, address, isPkce: challenge !== null });
  });
  const composed = composeCodeMail(deps, {
    kind,
    recipient: {
      address: user?.email ?? address,
      userMetadata: user?.raw_user_meta_data ?? {},
      acceptLanguage: c.req.header("accept-language"),
    },
    issued,
    redirectTo: redirectTargetOf(c, deps),
  });
  if (user !== null) deps.outbox.send(composed);
}

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
