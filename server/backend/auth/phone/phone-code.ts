import type { Context } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { siteNameOf } from "#server/backend/auth/mail/compose-mail.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { chooseTexts } from "#server/backend/auth/protocol/select-locale.ts";
import type { SmsChannel } from "#server/backend/auth/sms.ts";
import { issueToken, type TokenType } from "#server/backend/auth/store/one-time-tokens.ts";
import {
  type UserRow,
  findUserByPhone,
  insertUser,
} from "#server/backend/auth/store/user-store.ts";
import { randomUUID } from "node:crypto";
import { consumeSmsLimit } from "#server/backend/auth/endpoints/limits.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";

const CHANNEL_MESSAGE =
  "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.";

/** @throws AuthError 400 validation_failed for a channel that is not available. */
export function parseChannel({ settings }: AuthDeps, text: string): SmsChannel {
  if (text === "" || text === "sms") return "sms";
  if (text === "whatsapp" && settings.phone.twilio !== null) return "whatsapp";
  throw validationFailed(CHANNEL_MESSAGE);
}

/**
 * Issues a code for a number and replaces an older code of the same purpose. Does the same work
 * for an unknown user id.
 */
export async function issuePhoneCode(
  tx: TransactionSql,
  deps: AuthDeps,
  request: { readonly userId: string; readonly phone: string; readonly tokenType: TokenType },
): Promise<string> {
  const { userId, phone, tokenType } = request;
  const issued = await issueToken(tx, deps, {
    userId,
    tokenType,
    address: phone,
    isPkce: false,
  });
  return issued.code;
}

/** Sends a code. Call it after the transaction. */
export function sendPhoneCode(
  c: Context<BackendEnv>,
  { settings, sms }: AuthDeps,
  message: {
    readonly phone: string;
    readonly code: string;
    readonly channel: SmsChannel;
    /** Null sends nothing. */
    readonly user: Pick<UserRow, "raw_user_meta_data"> | null;
  },
): void {
  const { phone, code, channel, user } = message;
  const { authTexts, mailFrom, siteUrl } = settings;
  const metadata = user?.raw_user_meta_data ?? {};
  const texts = chooseTexts(authTexts, metadata, c.req.header("accept-language"));
  const text = texts.smsCode
    .replaceAll("{code}", code)
    .replaceAll("{site}", siteNameOf(mailFrom, siteUrl));
  if (user !== null) sms.send({ to: phone, text, channel });
}

/**
 * POST /otp with a number: texts a code. A new number gets an account that stays unconfirmed
 * until its code is used.
 *
 * @returns a message id, even when nothing was sent.
 */
export async function sendPhoneOtp(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  request: {
    readonly phone: string;
    readonly channel: SmsChannel;
    readonly data: JsonObject;
    readonly isSignUpAllowed: boolean;
  },
): Promise<string> {
  const { phone, channel, data, isSignUpAllowed } = request;
  const tokenType = "confirmation_token";
  await consumeSmsLimit(deps, originOf(c), { phone, tokenType });
  const known = await findUserByPhone(deps.sql, phone);
  const user = known ?? (isSignUpAllowed ? await addAccount(deps, phone, data) : null);
  return textPhoneCode(c, deps, { phone, channel, user, tokenType });
}

/** Texts a code to a number. Does the same work without a user. */
export async function textPhoneCode(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  message: {
    readonly phone: string;
    readonly channel: SmsChannel;
    readonly user: UserRow | null;
    readonly tokenType: TokenType;
  },
): Promise<string> {
  const { phone, channel, user, tokenType } = message;
  const code = await deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const action = "user_recovery_requested";
    await recordAudit(tx, { action, userId: user?.id ?? null, origin: originOf(c), now });
    return issuePhoneCode(tx, deps, { userId: user?.id ?? randomUUID(), phone, tokenType });
  });
  sendPhoneCode(c, deps, { phone, code, channel, user });
  return randomUUID();
}

async function addAccount(
  deps: AuthDeps,
  phone: string,
  data: JsonObject,
): Promise<UserRow | null> {
  const account = { email: null, phone, passwordHash: "", userMetadata: data, isConfirmed: false };
  const now = new Date(deps.now());
  const added = await deps.sql.begin((tx) => insertUser(tx, account, now));
  return added ?? findUserByPhone(deps.sql, phone);
}
