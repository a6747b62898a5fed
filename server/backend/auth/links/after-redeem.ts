import type { Context } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { resetPasswordAttempts } from "#server/backend/auth/endpoints/limits.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { sendNotice } from "#server/backend/auth/mail/send-mail.ts";
import { openSession, type SessionJson } from "#server/backend/auth/store/session-store.ts";
import { isPhoneType, type Redeemed } from "./verify-token.ts";

/** Opens the session that a code or link stands for. */
export function startSession(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  parts: AuthDeps,
  redeemed: Pick<Redeemed, "userId" | "type">,
): Promise<SessionJson> {
  return openSession(tx, parts, {
    userId: redeemed.userId,
    method: "otp",
    origin: originOf(c),
    isRecovery: redeemed.type === "recovery",
    provider: isPhoneType(redeemed.type) ? "phone" : "email",
  });
}

/** After the commit: the mailbox's owner is no guesser, and a changed address tells the old one. */
export async function announceRedeemed(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  redeemed: Redeemed,
): Promise<void> {
  const { user, formerEmail } = redeemed;
  const address = isPhoneType(redeemed.type) ? user.phone : user.email;
  if (redeemed.isComplete && address !== null) {
    await resetPasswordAttempts(parts, originOf(c), address);
  }
  if (formerEmail !== null) {
    const acceptLanguage = c.req.header("accept-language");
    const userMetadata = user.raw_user_meta_data;
    const recipient = { address: formerEmail, userMetadata, acceptLanguage };
    sendNotice(parts, recipient, "email_changed", { address: user.email_change });
  }
}
