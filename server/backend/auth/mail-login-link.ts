import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "./audit-log.ts";
import type { AuthParts } from "./auth-parts.ts";
import { type Challenge, openFlow } from "./flow-state.ts";
import { issueToken } from "./one-time-tokens.ts";
import { originOf } from "./request-origin.ts";
import { redirectTargetOf, sendCodeMail } from "./send-mail.ts";
import type { UserRow } from "./user-store.ts";

/** Mails an account the link and code that let its owner in, to sign in or for a new password. */
export async function mailLoginLink(
  c: Context<BackendEnv>,
  parts: AuthParts,
  mail: {
    readonly kind: "magiclink" | "recovery";
    readonly user: UserRow;
    readonly challenge: Challenge | null;
  },
): Promise<void> {
  const { kind, user, challenge } = mail;
  const address = user.email ?? "";
  const issued = await parts.sql.begin(async (tx) => {
    const now = new Date(parts.now());
    const userId = user.id;
    if (challenge !== null) await openFlow(tx, { userId, challenge, method: kind, now });
    const origin = originOf(c);
    await recordAudit(tx, { action: "user_recovery_requested", userId, origin, now });
    const isPkce = challenge !== null;
    return issueToken(tx, parts, { userId, tokenType: "recovery_token", address, isPkce });
  });
  sendCodeMail(parts, {
    kind,
    recipient: {
      address,
      userMetadata: user.raw_user_meta_data,
      acceptLanguage: c.req.header("accept-language"),
    },
    issued,
    redirectTo: redirectTargetOf(c, parts),
  });
}
