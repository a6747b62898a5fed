import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#backend/context.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import { alreadyRegistered } from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { type Challenge, openFlow } from "#backend/auth/store/flow-state.ts";
import { consumeMailLimit } from "./limits.ts";
import type { IssuedCode } from "#backend/auth/store/one-time-code.ts";
import { issueToken } from "#backend/auth/store/one-time-tokens.ts";
import type { RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import { redirectTargetOf, sendCodeMail, sendNotice } from "#backend/auth/mail/send-mail.ts";
import { presentUser, type UserJson } from "#backend/auth/store/user-json.ts";
import {
  AUDIENCE,
  findUserByEmail,
  findUserById,
  hasPassword,
  insertUser,
  type UserRow,
} from "#backend/auth/store/user-store.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** A checked sign-up request. */
export type Application = {
  readonly email: string;
  readonly password: string;
  readonly data: JsonObject;
  readonly challenge: Challenge | null;
  readonly origin: RequestOrigin;
};

/**
 * Sign-up with email confirmation. Responds alike to a new, a pending and a confirmed email
 * address; each costs one hash.
 */
export async function signUpWithMail(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  application: Application,
): Promise<UserJson> {
  const { email, data } = application;
  await consumeMailLimit(deps, email);
  const known = await findUserByEmail(deps.sql, email);
  const recipient = {
    address: email,
    userMetadata: known?.raw_user_meta_data ?? data,
    acceptLanguage: c.req.header("accept-language"),
  };
  const pending =
    known === null
      ? await registerPending(deps, application)
      : await renewPending(deps, application, known);
  if (pending === null) {
    sendNotice(deps, recipient, "already_registered");
    return fakeUser(deps, application);
  }
  const redirectTo = redirectTargetOf(c, deps);
  sendCodeMail(deps, { kind: "signup", recipient, issued: pending.issued, redirectTo });
  return pending.user;
}

type Pending = { readonly user: UserJson; readonly issued: IssuedCode };

async function registerPending(deps: AuthDeps, application: Application): Promise<Pending | null> {
  const { email, data, password } = application;
  const passwordHash = await deps.hasher.hash(password);
  return deps.sql.begin(async (tx) => {
    const now = new Date(deps.now());
    const user = await insertUser(
      tx,
      { email, passwordHash, userMetadata: data, isConfirmed: false },
      now,
    );
    return user === null ? null : awaitConfirmation(tx, deps, { application, userId: user.id });
  });
}

/**
 * Mails a pending account again. A second sign-up with another password clears the first one:
 * otherwise an attacker could preset a password for an address that its owner confirms later.
 *
 * @returns null for a confirmed account.
 */
async function renewPending(
  deps: AuthDeps,
  application: Application,
  known: UserRow,
): Promise<Pending | null> {
  if (known.email_confirmed_at !== null || !hasPassword(known)) {
    await deps.hasher.hash(application.password);
    if (known.email_confirmed_at !== null) return null;
  }
  const isSame =
    hasPassword(known) &&
    (await deps.hasher.verify(application.password, known.encrypted_password));
  return deps.sql.begin(async (tx) => {
    if (!isSame) {
      await tx`
        update auth.users set encrypted_password = ''
        where id = ${known.id} and email_confirmed_at is null`;
    }
    return awaitConfirmation(tx, deps, { application, userId: known.id });
  });
}

async function awaitConfirmation(
  tx: TransactionSql,
  deps: AuthDeps,
  { application, userId }: { readonly application: Application; readonly userId: string },
): Promise<Pending> {
  const { email, challenge, origin } = application;
  const now = new Date(deps.now());
  if (challenge !== null) await openFlow(tx, { userId, challenge, method: "email/signup", now });
  const issued = await issueToken(tx, deps, {
    userId,
    tokenType: "confirmation_token",
    address: email,
    isPkce: challenge !== null,
  });
  await recordAudit(tx, { action: "user_confirmation_requested", userId, origin, now });
  const user = await findUserById(tx, userId);
  if (user === null) throw alreadyRegistered();
  return { user: await presentUser(tx, user), issued };
}

/** Response for an email address that already has an account. */
function fakeUser(deps: AuthDeps, { email, data }: Application): UserJson {
  const now = new Date(deps.now()).toISOString();
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: AUDIENCE,
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
