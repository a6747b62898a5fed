import type { Context, Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "./audit-log.ts";
import { phoneDisabled, validationFailed } from "./auth-error.ts";
import type { AuthParts } from "./auth-parts.ts";
import { parseEmailAddress } from "./email-address.ts";
import { type Challenge, challengeFields, openFlow, parseChallenge } from "./flow-state.ts";
import { takeMailFrom } from "./limits.ts";
import { issueEmailChange, mailEmailChange } from "./mail-email-change.ts";
import { issueToken } from "./one-time-tokens.ts";
import { optionalText, readBody } from "./read-body.ts";
import { originOf } from "./request-origin.ts";
import { redirectTargetOf, sendCodeMail } from "./send-mail.ts";
import { findUserByEmail, type UserRow } from "./user-store.ts";

const resendBody = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});
const RESEND_TYPES = new Set(["signup", "email_change", "sms", "phone_change"]);

/** POST /resend: the mail of a sign-up or a change of address once more. `{}` for everybody. */
export function resend(parts: AuthParts): Handler<BackendEnv> {
  return async (c) => {
    const body = await readBody(c, resendBody);
    const { type } = body;
    if (!RESEND_TYPES.has(type)) {
      throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
    }
    if (body.email !== "" && body.phone !== "") {
      throw validationFailed("Only an email address or phone number should be provided.");
    }
    if (body.email === "" && type === "signup") {
      throw validationFailed("Type provided requires an email address");
    }
    if (body.phone === "" && type === "sms") {
      throw validationFailed("Type provided requires a phone number");
    }
    if (body.phone !== "") throw phoneDisabled(400, "Phone logins are disabled");
    if (body.email === "") throw validationFailed("Missing email address or phone number");

    const email = parseEmailAddress(body.email);
    const challenge = parseChallenge(body);
    await takeMailFrom(parts, originOf(c), email);
    const user = await findUserByEmail(parts.sql, email);
    if (user !== null && type === "signup" && user.email_confirmed_at === null) {
      await resendConfirmation(c, parts, { user, challenge });
    }
    if (user !== null && type === "email_change" && user.email_change !== "") {
      await resendEmailChange(c, parts, { user, challenge });
    }
    return c.json({});
  };
}

type Resend = { readonly user: UserRow; readonly challenge: Challenge | null };

async function resendConfirmation(
  c: Context<BackendEnv>,
  parts: AuthParts,
  { user, challenge }: Resend,
): Promise<void> {
  const address = user.email ?? "";
  const issued = await parts.sql.begin(async (tx) => {
    const now = new Date(parts.now());
    const userId = user.id;
    if (challenge !== null) await openFlow(tx, { userId, challenge, method: "email/signup", now });
    const action = "user_confirmation_requested";
    await recordAudit(tx, { action, userId, origin: originOf(c), now });
    const isPkce = challenge !== null;
    return issueToken(tx, parts, { userId, tokenType: "confirmation_token", address, isPkce });
  });
  const acceptLanguage = c.req.header("accept-language");
  const recipient = { address, userMetadata: user.raw_user_meta_data, acceptLanguage };
  const redirectTo = redirectTargetOf(c, parts);
  sendCodeMail(parts, { kind: "signup", recipient, issued, redirectTo });
}

async function resendEmailChange(
  c: Context<BackendEnv>,
  parts: AuthParts,
  { user, challenge }: Resend,
): Promise<void> {
  const newEmail = user.email_change;
  const issued = await parts.sql.begin((tx) =>
    issueEmailChange(tx, parts, { user, newEmail, challenge }),
  );
  mailEmailChange(c, parts, { user, newEmail, issued });
}
