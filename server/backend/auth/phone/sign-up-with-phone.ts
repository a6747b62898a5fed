import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { trustNetwork, consumeSmsLimit } from "#server/backend/auth/endpoints/limits.ts";
import { alreadyRegistered } from "#server/backend/auth/protocol/auth-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import type { SmsChannel } from "#server/backend/auth/sms.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import { openSession, type SessionJson } from "#server/backend/auth/store/session-store.ts";
import { presentUser, type UserJson } from "#server/backend/auth/store/user-json.ts";
import {
  AUDIENCE,
  findUserByPhone,
  findUserById,
  hasPassword,
  insertUser,
} from "#server/backend/auth/store/user-store.ts";
import { issuePhoneCode, sendPhoneCode } from "./phone-code.ts";

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
