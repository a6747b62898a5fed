import type { Handler, Context } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { validationFailed, phoneDisabled } from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { parseEmailAddress, parsePhoneNumber } from "#backend/auth/protocol/email-and-phone.ts";
import { challengeFields, parseChallenge, type Challenge } from "#backend/auth/store/flow-state.ts";
import { consumeNetworkMailLimit, consumeSmsLimit } from "./limits.ts";
import { mailCode, issueEmailChange, mailEmailChange } from "#backend/auth/mail/code-mails.ts";
import { optionalText, readBody, optionalObject } from "#backend/auth/protocol/read-body.ts";
import { originOf, type RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import {
  findUserByEmail,
  findUserByPhone,
  findUserByPhoneChange,
  type UserRow,
  insertUser,
} from "#backend/auth/store/user-store.ts";
import { textPhoneCode, sendPhoneOtp, parseChannel } from "#backend/auth/phone.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { assertMetadataFits } from "#backend/auth/store/metadata.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

const recoverBody = v.object({ email: optionalText, ...challengeFields });

/** POST /recover: mails a link to set a new password. `{}` for every email address. */
export function recover(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const body = await readBody(c, recoverBody);
    if (body.email === "") throw validationFailed("Password recovery requires an email");
    const email = parseEmailAddress(body.email);
    const challenge = parseChallenge(body);
    await consumeNetworkMailLimit(deps, originOf(c), email);
    const user = await findUserByEmail(deps.sql, email);
    await mailCode(c, deps, { kind: "recovery", address: email, user, challenge });
    return c.json({});
  };
}

const resendBody = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...challengeFields,
});
const RESEND_TYPES = new Set(["signup", "email_change", "sms", "phone_change"]);

/** POST /resend: sends the code of a sign-up or change again. `{}` in every case. */
export function resend(deps: AuthDeps): Handler<BackendEnv> {
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
    if (body.phone !== "") {
      return c.json({ message_id: await resendPhoneCode(c, deps, { type, phone: body.phone }) });
    }
    if (body.email === "") throw validationFailed("Missing email address or phone number");

    const email = parseEmailAddress(body.email);
    const challenge = parseChallenge(body);
    await consumeNetworkMailLimit(deps, originOf(c), email);
    const user = await findUserByEmail(deps.sql, email);
    if (type === "signup") {
      const waiting = user?.email_confirmed_at === null ? user : null;
      await mailCode(c, deps, { kind: "signup", address: email, user: waiting, challenge });
    }
    if (user !== null && type === "email_change" && user.email_change !== "") {
      await resendEmailChange(c, deps, { user, challenge });
    }
    return c.json({});
  };
}

async function resendPhoneCode(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  request: { readonly type: string; readonly phone: string },
): Promise<string> {
  if (!deps.settings.phone.isOn) throw phoneDisabled(400, "Phone logins are disabled");
  const phone = parsePhoneNumber(request.phone);
  const tokenType = request.type === "phone_change" ? "phone_change_token" : "confirmation_token";
  await consumeSmsLimit(deps, originOf(c), { phone, tokenType });
  if (tokenType === "phone_change_token") {
    const user = await findUserByPhoneChange(deps.sql, phone);
    return textPhoneCode(c, deps, { phone, channel: "sms", user, tokenType });
  }
  const user = await findUserByPhone(deps.sql, phone);
  const waiting = user?.phone_confirmed_at === null ? user : null;
  return textPhoneCode(c, deps, { phone, channel: "sms", user: waiting, tokenType });
}

type Resend = { readonly user: UserRow; readonly challenge: Challenge | null };

async function resendEmailChange(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  { user, challenge }: Resend,
): Promise<void> {
  const newEmail = user.email_change;
  const issued = await deps.sql.begin((tx) =>
    issueEmailChange(tx, deps, { user, newEmail, challenge }),
  );
  mailEmailChange(c, deps, { user, newEmail, issued });
}

const otpBody = v.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: v.nullish(v.boolean(), true),
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
