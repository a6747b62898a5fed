import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#backend/context.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { authenticate, type SignedIn } from "./authenticate.ts";
import { consumeUserUpdate } from "./limits.ts";
import {
  type EmailChangeCodes,
  issueEmailChange,
  mailEmailChange,
} from "#backend/auth/mail/code-mails.ts";
import { mergeMetadata } from "#backend/auth/store/metadata.ts";
import { clearTokens } from "#backend/auth/store/one-time-tokens.ts";
import { issuePhoneCode, sendPhoneCode } from "#backend/auth/phone.ts";
import { emailExists, phoneExists } from "#backend/auth/protocol/auth-error.ts";
import { isMailed, readUserChanges, type UserChanges } from "./read-user-changes.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { sendNotice } from "#backend/auth/mail/send-mail.ts";
import { endSessions } from "#backend/auth/store/session-store.ts";
import { presentUser } from "#backend/auth/store/user-json.ts";
import {
  changeEmail,
  changePhone,
  confirmEmail,
  confirmPhone,
  findUserById,
  isEmailTaken,
  isPhoneTaken,
  lockUser,
  type UserRow,
} from "#backend/auth/store/user-store.ts";

/** GET /user */
export function getUser(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, deps);
    return c.json(await presentUser(deps.sql, user));
  };
}

/**
 * PUT /user: changes metadata (merged by key, null removes), password, email and phone in one
 * transaction.
 */
export function updateUser(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const signedIn = await authenticate(c, deps);
    await consumeUserUpdate(deps, signedIn.user.id);
    const changes = await readUserChanges(c, deps, signedIn);
    const codes = await deps.sql
      .begin((tx) => applyChanges(c, tx, deps, signedIn, changes))
      .catch((error: unknown) => {
        if (isEmailTaken(error)) throw emailExists();
        throw isPhoneTaken(error) ? phoneExists() : error;
      });
    announce(c, deps, signedIn, { changes, codes });
    const user = (await findUserById(deps.sql, signedIn.user.id)) ?? signedIn.user;
    return c.json(await presentUser(deps.sql, user));
  };
}

async function applyChanges(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  deps: AuthDeps,
  { user, session }: SignedIn,
  changes: UserChanges,
): Promise<SentCodes> {
  const now = new Date(deps.now());
  const userId = user.id;
  const origin = originOf(c);
  const locked = (await lockUser(tx, userId)) ?? user;
  if (changes.passwordHash !== null) {
    await tx`
      update auth.users set encrypted_password = ${changes.passwordHash}, updated_at = ${now}
      where id = ${userId}`;
    await clearTokens(tx, userId);
    await endSessions(tx, userId, { exceptId: session.id });
    await recordAudit(tx, { action: "user_updated_password", userId, origin, now });
  }
  if (changes.data !== null) {
    const merged = mergeMetadata(locked.raw_user_meta_data, changes.data);
    await tx`
      update auth.users set raw_user_meta_data = ${tx.json(merged)}, updated_at = ${now}
      where id = ${userId}`;
  }
  await recordAudit(tx, { action: "user_modified", userId, origin, now });
  const { newEmail, newPhone, challenge } = changes;
  const phone = newPhone === null ? null : await applyNewPhone(tx, deps, locked, newPhone.phone);
  if (newEmail === null) return { email: null, phone };
  if (isMailed(deps, user)) {
    const email = await issueEmailChange(tx, deps, { user: locked, newEmail, challenge });
    return { email, phone };
  }
  await changeEmail(tx, { userId, email: newEmail }, now);
  await confirmEmail(tx, userId, now);
  return { email: null, phone };
}

/** Codes to send after the commit; null when nothing needs confirmation. */
type SentCodes = { readonly email: EmailChangeCodes | null; readonly phone: string | null };

async function applyNewPhone(
  tx: TransactionSql,
  deps: AuthDeps,
  user: UserRow,
  phone: string,
): Promise<string | null> {
  const now = new Date(deps.now());
  if (deps.settings.phone.mustConfirm) {
    await tx`update auth.users set phone_change = ${phone} where id = ${user.id}`;
    const tokenType = "phone_change_token";
    return issuePhoneCode(tx, deps, { userId: user.id, phone, tokenType });
  }
  await changePhone(tx, { userId: user.id, phone }, now);
  await confirmPhone(tx, user.id, now);
  return null;
}

/** Sends the mails of an email change and of a new password after the commit. */
function announce(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  { user }: SignedIn,
  outcome: { readonly changes: UserChanges; readonly codes: SentCodes },
): void {
  const { changes, codes } = outcome;
  if (changes.passwordHash !== null && user.email !== null) {
    const acceptLanguage = c.req.header("accept-language");
    const recipient = {
      address: user.email,
      userMetadata: user.raw_user_meta_data,
      acceptLanguage,
    };
    sendNotice(deps, recipient, "password_changed");
  }
  if (changes.newEmail !== null && codes.email !== null) {
    mailEmailChange(c, deps, { user, newEmail: changes.newEmail, issued: codes.email });
  }
  if (changes.newPhone !== null && codes.phone !== null) {
    sendPhoneCode(c, deps, { ...changes.newPhone, code: codes.phone, user });
  }
}
