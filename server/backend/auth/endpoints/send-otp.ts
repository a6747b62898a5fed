import type { Handler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { phoneDisabled, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { parseEmailAddress } from "#server/backend/auth/protocol/email-address.ts";
import { challengeFields, parseChallenge } from "#server/backend/auth/store/flow-state.ts";
import { consumeNetworkMailLimit } from "./limits.ts";
import { parseChannel } from "#server/backend/auth/phone/phone-code.ts";
import { sendPhoneOtp } from "#server/backend/auth/phone/send-phone-otp.ts";
import { parsePhoneNumber } from "#server/backend/auth/protocol/phone-number.ts";
import { mailCode } from "#server/backend/auth/mail/mail-code.ts";
import { assertMetadataFits } from "#server/backend/auth/store/metadata.ts";
import {
  type JsonObject,
  optionalObject,
  optionalText,
  readBody,
} from "#server/backend/auth/protocol/read-body.ts";
import { originOf, type RequestOrigin } from "#server/backend/auth/protocol/request-origin.ts";
import {
  findUserByEmail,
  insertUser,
  type UserRow,
} from "#server/backend/auth/store/user-store.ts";

const otpBody = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  data: optionalObject,
  ...challengeFields,
});

/**
 * POST /otp: mails a sign-in link and code, or texts a code. A new email address gets an account
 * that stays unconfirmed until its code is used. Returns `{}` even when sign-up is off: an error
 * would reveal which accounts exist (R-04; upstream returns 422 otp_disabled).
 */
export function sendOtp(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const body = await readBody(c, otpBody);
    if (body.email !== "" && body.phone !== "") {
      throw validationFailed("Only an email address or phone number should be provided");
    }
    const data = body.data ?? {};
    assertMetadataFits({ userMetadata: data });
    const isSignUpAllowed = body.create_user && !deps.settings.disableSignup;
    if (body.phone !== "") {
      if (!deps.settings.phone.isOn) throw phoneDisabled(400, "Unsupported phone provider");
      const channel = parseChannel(deps, body.channel);
      const phone = parsePhoneNumber(body.phone);
      const messageId = await sendPhoneOtp(c, deps, { phone, channel, data, isSignUpAllowed });
      return c.json({ message_id: messageId });
    }
    if (body.email === "") throw validationFailed("One of email or phone must be set");
    if (body.channel !== "") {
      throw validationFailed("Channel should only be specified with Phone OTP");
    }
    const email = parseEmailAddress(body.email);
    const challenge = parseChallenge(body);
    const origin = originOf(c);
    await consumeNetworkMailLimit(deps, origin, email);
    const user =
      (await findUserByEmail(deps.sql, email)) ??
      (isSignUpAllowed ? await addAccount(deps, { email, data, origin }) : null);
    await mailCode(c, deps, { kind: "magiclink", address: email, user, challenge });
    return c.json({});
  };
}

async function addAccount(
  deps: AuthDeps,
  account: {
    readonly email: string;
    readonly data: JsonObject;
    readonly origin: RequestOrigin;
  },
): Promise<UserRow | null> {
  const { email, data, origin } = account;
  const added = await deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const user = await insertUser(
      tx,
      { email, passwordHash: "", userMetadata: data, isConfirmed: false },
      now,
    );
    if (user === null) return null;
    const action = "user_confirmation_requested";
    await recordAudit(tx, { action, userId: user.id, origin, now });
    return user;
  });
  return added ?? findUserByEmail(deps.sql, email);
}
