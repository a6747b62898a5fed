import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { consumeSmsLimit } from "#server/backend/auth/endpoints/limits.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import type { SmsChannel } from "#server/backend/auth/sms/sms-outbox.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import type { TokenType } from "#server/backend/auth/store/one-time-tokens.ts";
import {
  findUserByPhone,
  insertUser,
  type UserRow,
} from "#server/backend/auth/store/user-store.ts";
import { issuePhoneCode, sendPhoneCode } from "./phone-code.ts";

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
