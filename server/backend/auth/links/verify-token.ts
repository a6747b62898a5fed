import type { TransactionSql } from "postgres";
import { recordAudit } from "#server/backend/auth/store/audit-log.ts";
import {
  AuthError,
  emailExists,
  phoneExists,
  userBanned,
} from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import {
  clearTokens,
  findFollowed,
  rememberFollowed,
  spendToken,
  type SpentToken,
  type TokenType,
} from "#server/backend/auth/store/one-time-tokens.ts";
import type { RequestOrigin } from "#server/backend/auth/protocol/request-origin.ts";
import type { LinkType } from "#server/backend/auth/mail/send-mail.ts";
import { endSessions } from "#server/backend/auth/store/session-store.ts";
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
} from "#server/backend/auth/store/user-store.ts";

/** `type` of a verification; "email" is a code for whichever of sign-up and sign-in was mailed. */
export type VerifyType = LinkType | "email" | PhoneType;
/** Codes that reach a phone; no link carries them. */
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

/** First half of an e-mail change: the other mailbox has to agree. */
const ONE_SIDE_CONFIRMED = 1;

export type Redeemed = {
  readonly userId: string;
  /** Which mail it was, where the request left it open. */
  readonly type: LinkType | PhoneType;
  /** False when the change of an address waits for the other mailbox. */
  readonly isComplete: boolean;
  /** The address before, when it changed just now. */
  readonly formerEmail: string | null;
  readonly user: UserRow;
};

export function isPhoneType(text: string): text is PhoneType {
  return text === "sms" || text === "phone_change";
}

export function isLinkVerifyType(text: string): text is Exclude<VerifyType, PhoneType> {
  return Object.hasOwn(TOKEN_TYPES, text) && !isPhoneType(text);
}

/**
 * Uses up a code or link and does what it stands for: confirms an address, lets in, or changes an
 * address.
 *
 * @param presented the hashes it may have in the database.
 * @throws AuthError `refusal` for a code that is unknown, used or too old; 403 user_banned; 422
 *   email_exists when the new address was taken meanwhile. The transaction then leaves no trace.
 */
export async function redeemToken(
  tx: TransactionSql,
  deps: AuthDeps,
  request: {
    readonly presented: readonly string[];
    readonly type: VerifyType;
    readonly origin: RequestOrigin;
    readonly refusal: AuthError;
  },
): Promise<Redeemed> {
  const { presented, type, refusal } = request;
  const spent = await spendToken(tx, deps, { hashes: presented, tokenTypes: TOKEN_TYPES[type] });
  if (spent === null) throw refusal;
  return redeem(tx, deps, { ...request, spent });
}

type OpenedLink = {
  readonly hash: string;
  readonly type: VerifyType;
  readonly origin: RequestOrigin;
};

/**
 * Uses up a link like `redeemToken`, and remembers who followed it. Null for one that is unknown,
 * used or too old.
 *
 * @param followedBy hash of what its browser keeps.
 */
export async function redeemLink(
  tx: TransactionSql,
  deps: AuthDeps,
  link: OpenedLink & { readonly followedBy: string },
): Promise<Redeemed | null> {
  const { hash, type, followedBy } = link;
  const tokenTypes = TOKEN_TYPES[type];
  const spent = await spendToken(tx, deps, { hashes: [hash], tokenTypes });
  if (spent === null) return null;
  const redeemed = await redeem(tx, deps, { ...link, spent, refusal: linkRefusal() });
  await rememberFollowed(tx, deps, { spent, followedBy });
  return redeemed;
}

/**
 * The outcome of a link that its own browser follows once more; nothing changes.
 *
 * @throws AuthError 403 otp_expired for all others; 403 user_banned.
 */
export async function followAgain(
  tx: TransactionSql,
  deps: AuthDeps,
  link: OpenedLink & {
    /** Hash of what the browser brought; null without one. */
    readonly known: string | null;
  },
): Promise<Pick<Redeemed, "userId" | "type" | "isComplete">> {
  const { hash, type, known } = link;
  const followed = await findFollowed(tx, deps, { hash, tokenTypes: TOKEN_TYPES[type], known });
  if (followed === null) throw linkRefusal();
  const user = await requireUser(tx, deps, followed.userId, linkRefusal());
  const linkType = toLinkType(type, followed.tokenType);
  const isComplete = linkType !== "email_change" || user.email_change === "";
  return { userId: user.id, type: linkType, isComplete };
}

async function redeem(
  tx: TransactionSql,
  deps: AuthDeps,
  request: {
    readonly spent: SpentToken;
    readonly type: VerifyType;
    readonly origin: RequestOrigin;
    readonly refusal: AuthError;
  },
): Promise<Redeemed> {
  const { spent, type, origin, refusal } = request;
  const user = await requireUser(tx, deps, spent.userId, refusal);
  const now = new Date(deps.now());
  const linkType = toLinkType(type, spent.tokenType);
  if (linkType === "email_change") {
    return changeAddress(tx, { user, spent, origin, now, refusal });
  }
  if (linkType === "phone_change") {
    return changeNumber(tx, { user, spent, origin, now, refusal });
  }
  await confirmAndAudit(tx, { user, spent, origin, now });
  return { userId: user.id, type: linkType, isComplete: true, formerEmail: null, user };
}

/** The account of a token, locked until the end of the transaction. */
async function requireUser(
  tx: TransactionSql,
  deps: AuthDeps,
  userId: string,
  refusal: AuthError,
): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (user === null || user.deleted_at !== null) throw refusal;
  if (isBanned(user, deps.now())) throw userBanned();
  return user;
}

type Step = {
  readonly user: UserRow;
  readonly spent: SpentToken;
  readonly origin: RequestOrigin;
  readonly now: Date;
};

async function confirmAndAudit(
  tx: TransactionSql,
  { user, spent, origin, now }: Step,
): Promise<void> {
  if (spent.relatesTo === user.phone) {
    await confirmPhone(tx, user.id, now);
    await clearTokens(tx, user.id);
    const action = user.phone_confirmed_at === null ? "user_signedup" : "login";
    await recordAudit(tx, { action, userId: user.id, origin, now });
    return;
  }
  const isFirstTime = user.email_confirmed_at === null;
  if (isFirstTime && spent.tokenType === "recovery_token") {
    // Who set this password never proved to own the mailbox: its owner must not inherit it.
    await tx`update auth.users set encrypted_password = '' where id = ${user.id}`;
  }
  if (isFirstTime) await confirmEmail(tx, user.id, now);
  await clearTokens(tx, user.id);
  const action = isFirstTime ? "user_signedup" : "login";
  await recordAudit(tx, { action, userId: user.id, origin, now });
}

async function changeAddress(
  tx: TransactionSql,
  { user, origin, now, refusal }: Step & { readonly refusal: AuthError },
): Promise<Redeemed> {
  const common = { userId: user.id, type: "email_change", user } as const;
  if (user.email_change === "") throw refusal;
  if (user.email_change_confirm_status !== ONE_SIDE_CONFIRMED) {
    await tx`
      update auth.users
      set email_change_confirm_status = ${ONE_SIDE_CONFIRMED}, updated_at = ${now}
      where id = ${user.id}`;
    return { ...common, isComplete: false, formerEmail: null };
  }
  if ((await findUserByEmail(tx, user.email_change)) !== null) throw emailExists();
  await changeEmail(tx, { userId: user.id, email: user.email_change }, now);
  await tx`
    update auth.users set email_change = '', email_change_confirm_status = 0 where id = ${user.id}`;
  await confirmEmail(tx, user.id, now);
  await clearTokens(tx, user.id);
  if (!user.is_anonymous) await endSessions(tx, user.id);
  await recordAudit(tx, { action: "user_modified", userId: user.id, origin, now });
  return { ...common, isComplete: true, formerEmail: user.email };
}

async function changeNumber(
  tx: TransactionSql,
  { user, spent, origin, now, refusal }: Step & { readonly refusal: AuthError },
): Promise<Redeemed> {
  const phone = user.phone_change;
  if (phone === "" || phone !== spent.relatesTo) throw refusal;
  if ((await findUserByPhone(tx, phone)) !== null) throw phoneExists();
  await changePhone(tx, { userId: user.id, phone }, now);
  await tx`update auth.users set phone_change = '' where id = ${user.id}`;
  await confirmPhone(tx, user.id, now);
  await clearTokens(tx, user.id);
  if (!user.is_anonymous) await endSessions(tx, user.id);
  await recordAudit(tx, { action: "user_modified", userId: user.id, origin, now });
  return { userId: user.id, type: "phone_change", isComplete: true, formerEmail: null, user };
}

function toLinkType(type: VerifyType, tokenType: TokenType): LinkType | PhoneType {
  if (type !== "email") return type;
  return tokenType === "confirmation_token" ? "signup" : "magiclink";
}

/** For a link that is unknown, used or too old: nobody learns which. */
export function linkRefusal(): AuthError {
  return new AuthError(403, "otp_expired", "Email link is invalid or has expired");
}
