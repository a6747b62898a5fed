import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#server/backend/context.ts";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import type { AuthParts } from "./auth-parts.ts";
import { authenticate, type SignedIn } from "./authenticate.ts";
import { takeUserUpdate } from "./limits.ts";
import {
  type EmailChangeCodes,
  issueEmailChange,
  mailEmailChange,
} from "#server/backend/auth/mail/mail-email-change.ts";
import { mergeMetadata } from "#server/backend/auth/store/metadata.ts";
import { clearTokens } from "#server/backend/auth/store/one-time-tokens.ts";
import { readUserChanges, type UserChanges } from "./read-user-changes.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { sendNotice } from "#server/backend/auth/mail/send-mail.ts";
import { endSessions } from "#server/backend/auth/store/session-store.ts";
import { presentUser } from "#server/backend/auth/store/user-json.ts";
import { findUserById, lockUser } from "#server/backend/auth/store/user-store.ts";

/** GET /user */
export function getUser(parts: AuthParts): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    return c.json(await presentUser(parts.sql, user));
  };
}

/**
 * PUT /user: metadata (merged by key, null removes), password, address. All that a request asks for
 * happens in one transaction, or nothing.
 */
export function updateUser(parts: AuthParts): Handler<BackendEnv> {
  return async (c) => {
    const signedIn = await authenticate(c, parts);
    await takeUserUpdate(parts, signedIn.user.id);
    const changes = await readUserChanges(c, parts, signedIn);
    const codes = await parts.sql.begin((tx) => applyChanges(c, tx, parts, signedIn, changes));
    announce(c, parts, signedIn, { changes, codes });
    const user = (await findUserById(parts.sql, signedIn.user.id)) ?? signedIn.user;
    return c.json(await presentUser(parts.sql, user));
  };
}

async function applyChanges(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  parts: AuthParts,
  { user, session }: SignedIn,
  changes: UserChanges,
): Promise<EmailChangeCodes | null> {
  const now = new Date(parts.now());
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
  const { newEmail, challenge } = changes;
  return newEmail === null
    ? null
    : issueEmailChange(tx, parts, { user: locked, newEmail, challenge });
}

/** After the commit: mails to both sides of a change of address, and word of a new password. */
function announce(
  c: Context<BackendEnv>,
  parts: AuthParts,
  { user }: SignedIn,
  outcome: { readonly changes: UserChanges; readonly codes: EmailChangeCodes | null },
): void {
  const { changes, codes } = outcome;
  if (changes.passwordHash !== null && user.email !== null) {
    const acceptLanguage = c.req.header("accept-language");
    const recipient = {
      address: user.email,
      userMetadata: user.raw_user_meta_data,
      acceptLanguage,
    };
    sendNotice(parts, recipient, "password_changed");
  }
  if (changes.newEmail !== null && codes !== null) {
    mailEmailChange(c, parts, { user, newEmail: changes.newEmail, issued: codes });
  }
}
