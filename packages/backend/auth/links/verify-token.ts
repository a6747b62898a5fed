import type { TransactionSql } from "postgres";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import {
  AuthError,
  emailExists,
  phoneExists,
  userBanned,
} from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import {
  clearTokens,
  findFollowedLink,
  saveFollowedLink,
  consumeToken,
  type ConsumedToken,
  type TokenType,
} from "#backend/auth/store/one-time-tokens.ts";
import type { RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import type { LinkType } from "#backend/auth/mail/send-mail.ts";
import { endSessions } from "#backend/auth/store/session-store.ts";
import {
  changeEmail,
  changePhone,
  confirmEmail,
  confirmPhone,
  findUserByEmail,
  findUserByPhone,
  isBanned,
  lockUser,
  type UserRow,
} from "#backend/auth/store/user-store.ts";

/** `type` of a verification; "email" is a sign-up or sign-in code. */
export type VerifyType = LinkType | "email" | PhoneType;
/** Types of codes sent to a phone; they have no links. */
export type PhoneType = "sms" | "phone_change";

const TOKEN_TYPES: Readonly<Record<VerifyType, readonly TokenType[]>> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  magiclink: ["recovery_token"],
  recovery: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: ["email_change_token_current", "email_change_token_new"],
  sms: ["confirmation_token"],
  phone_change: ["phone_change_token"],
};

/** The first of two mailboxes has confirmed the email change. */
const ONE_SIDE_CONFIRMED = 1;

export type Redeemed = {
  readonly userId: string;
  /** Type of the mail when the request said "email". */
  readonly type: LinkType | PhoneType;
  /** False while an email change waits for the other mailbox. */
  readonly isComplete: boolean;
  /** The previous email address, if this changed it. */
  readonly previousEmail: string | null;
  readonly user: UserRow;
};

export function isPhoneType(text: string): text is PhoneType {
  return text === "sms" || text === "phone_change";
}

export function isLinkVerifyType(text: string): text is Exclude<VerifyType, PhoneType> {
  return Object.hasOwn(TOKEN_TYPES, text) && !isPhoneType(text);
}

/**
 * Consumes a code or link and confirms an email or phone, signs in, or changes an email or phone.
 *
 * @param presented the possible stored hashes.
 * @throws AuthError `error` for a code that is unknown, used or expired; 403 user_banned; 422
 * email_exists when another account has taken the new email address. The transaction then changes
 * nothing.
 */
export async function redeemToken(
  tx: TransactionSql,
  deps: AuthDeps,
  request: {
    readonly presented: readonly string[];
    readonly type: VerifyType;
    readonly origin: RequestOrigin;
    readonly error: AuthError;
  },
): Promise<Redeemed> {
  const { presented, type, error } = request;
  const consumed = await consumeToken(tx, deps, {
    hashes: presented,
    tokenTypes: TOKEN_TYPES[type],
  });
  if (consumed === null) throw error;
  return redeem(tx, deps, { ...request, consumed });
}

type OpenedLink = {
  readonly hash: string;
  readonly type: VerifyType;
  readonly origin: RequestOrigin;
};

/**
 * Consumes a link like `redeemToken` and remembers the browser. Returns null for a link that is
 * unknown, used or expired.
 *
 * @param followedBy hash of the browser's secret.
 */
export async function redeemLink(
  tx: TransactionSql,
  deps: AuthDeps,
  link: OpenedLink & { readonly followedBy: string },
): Promise<Redeemed | null> {
  const { hash, type, followedBy } = link;
  const tokenTypes = TOKEN_TYPES[type];
  const consumed = await consumeToken(tx, deps, { hashes: [hash], tokenTypes });
  if (consumed === null) return null;
  const redeemed = await redeem(tx, deps, { ...link, consumed, error: invalidLinkError() });
  await saveFollowedLink(tx, deps, { consumed, followedBy });
  return redeemed;
}

/**
 * Returns the result of a link that the same browser opens again. Changes nothing.
 *
 * @throws AuthError 403 otp_expired for other browsers; 403 user_banned.
 */
export async function followAgain(
  tx: TransactionSql,
  deps: AuthDeps,
  link: OpenedLink & {
    /** Hash of the secret in the cookie; null without a cookie. */
    readonly known: string | null;
  },
): Promise<Pick<Redeemed, "userId" | "type" | "isComplete">> {
  const { hash, type, known } = link;
  const followed = await findFollowedLink(tx, deps, { hash, tokenTypes: TOKEN_TYPES[type], known });
  if (followed === null) throw invalidLinkError();
  const user = await requireUser(tx, deps, followed.userId, invalidLinkError());
  const linkType = toLinkType(type, followed.tokenType);
  const isComplete = linkType !== "email_change" || user.email_change === "";
  return { userId: user.id, type: linkType, isComplete };
}

async function redeem(
  tx: TransactionSql,
  deps: AuthDeps,
  request: {
    readonly consumed: ConsumedToken;
    readonly type: VerifyType;
    readonly origin: RequestOrigin;
    readonly error: AuthError;
  },
): Promise<Redeemed> {
  const { consumed, type, origin, error } = request;
  const user = await requireUser(tx, deps, consumed.userId, error);
  const now = new Date(deps.now());
  const linkType = toLinkType(type, consumed.tokenType);
  if (linkType === "email_change") {
    return redeemEmailChange(tx, { user, consumed, origin, now, error });
  }
  if (linkType === "phone_change") {
    return redeemPhoneChange(tx, { user, consumed, origin, now, error });
  }
  await confirmAndAudit(tx, { user, consumed, origin, now });
  return { userId: user.id, type: linkType, isComplete: true, previousEmail: null, user };
}

/** Locks the account of a token until the transaction ends. */
async function requireUser(
  tx: TransactionSql,
  { now }: AuthDeps,
  userId: string,
  error: AuthError,
): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (user === null || user.deleted_at !== null) throw error;
  if (isBanned(user, now())) throw userBanned();
  return user;
}

type Step = {
  readonly user: UserRow;
  readonly consumed: ConsumedToken;
  readonly origin: RequestOrigin;
  readonly now: Date;
};

async function confirmAndAudit(
  tx: TransactionSql,
  { user, consumed, origin, now }: Step,
): Promise<void> {
  if (consumed.relatesTo === user.phone) {
    await confirmPhone(tx, user.id, now);
    await clearTokens(tx, user.id);
    const action = user.phone_confirmed_at === null ? "user_signedup" : "login";
    await recordAudit(tx, { action, userId: user.id, origin, now });
    return;
  }
  const isFirstTime = user.email_confirmed_at === null;
  if (isFirstTime && consumed.tokenType === "recovery_token") {
    // Drop the password: it was set before the email address was verified.
    await tx`update auth.users set encrypted_password = '' where id = ${user.id}`;
  }
  if (isFirstTime) await confirmEmail(tx, user.id, now);
  await clearTokens(tx, user.id);
  const action = isFirstTime ? "user_signedup" : "login";
  await recordAudit(tx, { action, userId: user.id, origin, now });
}

async function redeemEmailChange(
  tx: TransactionSql,
  { user, origin, now, error }: Step & { readonly error: AuthError },
): Promise<Redeemed> {
  const common = { userId: user.id, type: "email_change", user } as const;
  if (user.email_change === "") throw error;
  if (user.email_change_confirm_status !== ONE_SIDE_CONFIRMED) {
    await tx`
      update auth.users
      set email_change_confirm_status = ${ONE_SIDE_CONFIRMED}, updated_at = ${now}
      where id = ${user.id}`;
    return { ...common, isComplete: false, previousEmail: null };
  }
  if ((await findUserByEmail(tx, user.email_change)) !== null) throw emailExists();
  await changeEmail(tx, { userId: user.id, email: user.email_change }, now);
  await tx`
    update auth.users set email_change = '', email_change_confirm_status = 0 where id = ${user.id}`;
  await confirmEmail(tx, user.id, now);
  await clearTokens(tx, user.id);
  if (!user.is_anonymous) await endSessions(tx, user.id);
  await recordAudit(tx, { action: "user_modified", userId: user.id, origin, now });
  return { ...common, isComplete: true, previousEmail: user.email };
}

async function redeemPhoneChange(
  tx: TransactionSql,
  { user, consumed, origin, now, error }: Step & { readonly error: AuthError },
): Promise<Redeemed> {
  const phone = user.phone_change;
  if (phone === "" || phone !== consumed.relatesTo) throw error;
  if ((await findUserByPhone(tx, phone)) !== null) throw phoneExists();
  await changePhone(tx, { userId: user.id, phone }, now);
  await tx`update auth.users set phone_change = '' where id = ${user.id}`;
  await confirmPhone(tx, user.id, now);
  await clearTokens(tx, user.id);
  if (!user.is_anonymous) await endSessions(tx, user.id);
  await recordAudit(tx, { action: "user_modified", userId: user.id, origin, now });
  return { userId: user.id, type: "phone_change", isComplete: true, previousEmail: null, user };
}

function toLinkType(type: VerifyType, tokenType: TokenType): LinkType | PhoneType {
  if (type !== "email") return type;
  return tokenType === "confirmation_token" ? "signup" : "magiclink";
}

/** One error for unknown, used and expired links, so that it reveals nothing. */
export function invalidLinkError(): AuthError {
  return new AuthError(403, "otp_expired", "Email link is invalid or has expired");
}
