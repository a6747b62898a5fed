import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { type AuditAction, recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { type MailDeps, composeCodeMail, redirectTargetOf } from "./send-mail.ts";
import { type Challenge, openFlow } from "#server/backend/auth/store/flow-state.ts";
import { issueToken, type TokenType } from "#server/backend/auth/store/one-time-tokens.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import type { AuthMethod } from "#server/backend/auth/store/session-store.ts";
import type { UserRow } from "#server/backend/auth/store/user-store.ts";

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
