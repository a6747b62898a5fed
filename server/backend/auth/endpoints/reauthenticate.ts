import type { Context, Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authenticate } from "./authenticate.ts";
import { consumeMailLimit, consumeSmsLimit } from "./limits.ts";
import { textPhoneCode } from "#server/backend/auth/phone/send-phone-otp.ts";
import type { UserRow } from "#server/backend/auth/store/user-store.ts";
import { issueToken } from "#server/backend/auth/store/one-time-tokens.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { sendNotice } from "#server/backend/auth/mail/send-mail.ts";

/** GET /reauthenticate: mails or texts a nonce that stands for the current password in PUT /user. */
export function reauthenticate(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    if (user.email === null && user.phone !== null) {
      await reauthenticateByPhone(c, parts, user, user.phone);
      return c.json({});
    }
    const address = user.email ?? "";
    if (user.email_confirmed_at === null) {
      throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
    }
    await consumeMailLimit(parts, address);
    const { code } = await parts.sql.begin(async (tx) => {
      const now = new Date(parts.now());
      const userId = user.id;
      const action = "user_reauthenticate_requested";
      await recordAudit(tx, { action, userId, origin: originOf(c), now });
      const tokenType = "reauthentication_token";
      return issueToken(tx, parts, { userId, tokenType, address, isPkce: false });
    });
    const acceptLanguage = c.req.header("accept-language");
    const recipient = { address, userMetadata: user.raw_user_meta_data, acceptLanguage };
    sendNotice(parts, recipient, "reauthentication", { code });
    return c.json({});
  };
}

async function reauthenticateByPhone(
  c: Context<BackendEnv>,
  parts: AuthDeps,
  user: UserRow,
  phone: string,
): Promise<void> {
  if (user.phone_confirmed_at === null) {
    throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
  }
  const tokenType = "reauthentication_token";
  await consumeSmsLimit(parts, originOf(c), { phone, tokenType });
  await textPhoneCode(c, parts, { phone, channel: "sms", user, tokenType });
}
