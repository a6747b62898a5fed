import type { Context } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { siteNameOf } from "./mail/compose-mail.ts";
import { validationFailed, alreadyRegistered } from "./protocol/auth-error.ts";
import { chooseTexts } from "./protocol/select-locale.ts";
import type { SmsChannel } from "./sms.ts";
import { issueToken, type TokenType } from "./store/one-time-tokens.ts";
import {
  type UserRow,
  findUserByPhone,
  insertUser,
  AUDIENCE,
  findUserById,
  hasPassword,
} from "./store/user-store.ts";
import { randomUUID } from "node:crypto";
import { consumeSmsLimit, trustNetwork } from "./endpoints/limits.ts";
import { originOf } from "./protocol/request-origin.ts";
import { recordAudit } from "./store/audit-log.ts";
import { openSession, type SessionJson } from "./store/session-store.ts";
import { presentUser, type UserJson } from "./store/user-json.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

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

/** A checked sign-up request with a phone number. */
export type PhoneApplication = {
  readonly phone: string;
  readonly password: string;
  readonly data: JsonObject;
  readonly channel: SmsChannel;
};

/**
 * POST /signup with a number: returns a session when confirmation is off, else the pending
 * account. Responds alike to a new, a pending and a confirmed number.
 */
export function signUpWithPhone(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  application: PhoneApplication,
): Promise<SessionJson | UserJson> {
  return deps.settings.phone.mustConfirm
    ? signUpPending(c, deps, application)
    : signUpAtOnce(c, deps, application);
}

async function signUpAtOnce(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  { phone, password, data }: PhoneApplication,
): Promise<SessionJson> {
  const origin = originOf(c);
  if ((await findUserByPhone(deps.sql, phone)) !== null) throw alreadyRegistered();
  const passwordHash = await deps.hasher.hash(password);
  const session = await deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const account = { email: null, phone, passwordHash, userMetadata: data };
    const user = await insertUser(
      tx,
      { ...account, isConfirmed: false, isPhoneConfirmed: true },
      now,
    );
    if (user === null) throw alreadyRegistered();
    await recordAudit(tx, { action: "user_signedup", userId: user.id, origin, now });
    return openSession(tx, deps, {
      userId: user.id,
      method: "password",
      provider: "phone",
      origin,
    });
  });
  await trustNetwork(deps, origin, phone);
  return session;
}

async function signUpPending(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  { phone, password, data, channel }: PhoneApplication,
): Promise<UserJson> {
  const origin = originOf(c);
  const tokenType = "confirmation_token";
  await consumeSmsLimit(deps, origin, { phone, tokenType });
  const known = await findUserByPhone(deps.sql, phone);
  const isWaiting = known !== null && known.phone_confirmed_at === null && hasPassword(known);
  const isSame = isWaiting && (await deps.hasher.verify(password, known.encrypted_password));
  const passwordHash = isWaiting ? "" : await deps.hasher.hash(password);
  const { user, code } = await deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const account = { email: null, phone, passwordHash, userMetadata: data, isConfirmed: false };
    const inserted = known === null ? await insertUser(tx, account, now) : null;
    const waiting = inserted ?? (known?.phone_confirmed_at === null ? known : null);
    // Clear the first sign-up's password: an attacker could have preset it for a number that its
    // owner confirms later.
    if (inserted === null && waiting !== null && !isSame) {
      await tx`update auth.users set encrypted_password = '' where id = ${waiting.id}`;
    }
    const userId = waiting?.id ?? randomUUID();
    const code = await issuePhoneCode(tx, deps, { userId, phone, tokenType });
    const action = "user_confirmation_requested";
    await recordAudit(tx, { action, userId: waiting?.id ?? null, origin, now });
    return { user: waiting === null ? null : await findUserById(tx, waiting.id), code };
  });
  sendPhoneCode(c, deps, { phone, code, channel, user });
  return user === null ? fakeUser(deps, phone, data) : presentUser(deps.sql, user);
}

/** Response for a number that already has an account. */
function fakeUser(deps: AuthDeps, phone: string, data: JsonObject): UserJson {
  const now = new Date(deps.now()).toISOString();
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: AUDIENCE,
    email: "",
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider: "phone", providers: ["phone"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
