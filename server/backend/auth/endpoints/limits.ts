import {
  tooManyMails,
  tooManyMessages,
  tooManyRequests,
} from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import type { Quota } from "#server/backend/auth/store/rate-counters.ts";
import type { TokenType } from "#server/backend/auth/store/one-time-tokens.ts";
import type { RequestOrigin } from "#server/backend/auth/protocol/request-origin.ts";
import { HOUR_S, DAY_S } from "#server/kit/durations.ts";

/**
 * Limits of R-60 per account, mailbox or phone number; the gateway limits each client IP.
 * RATE_LIMIT_FACTOR is for many users behind one IP. It does not change limits on password and
 * code attempts or on mails to one mailbox.
 */
const MAIL_INTERVAL: Quota = { limit: 1, windowSeconds: 60 };
const MAIL_BURST: Quota = { limit: 5, windowSeconds: 30 * 60 };
const MAILS_PER_NETWORK: Quota = { limit: 30, windowSeconds: HOUR_S };
const USER_UPDATES: Quota = { limit: 30, windowSeconds: 5 * 60 };
const PASSWORD_CHANGES: Quota = { limit: 10, windowSeconds: 10 * 60 };
const REFRESHES: Quota = { limit: 30, windowSeconds: 60 };
/** Attempts at one code sent to a phone. */
const PHONE_CODE_ATTEMPTS: Quota = { limit: 5, windowSeconds: HOUR_S };
/** Attempts at one challenge, and at all challenges of one user. */
const CHALLENGE_ATTEMPTS: Quota = { limit: 5, windowSeconds: HOUR_S };
const FACTOR_ATTEMPTS: Quota = { limit: 30, windowSeconds: HOUR_S };
const FACTOR_CHALLENGES: Quota = { limit: 60, windowSeconds: HOUR_S };
const ANONYMOUS_PER_NETWORK: Quota = { limit: 60, windowSeconds: HOUR_S };
/** attempts per email address or phone number while a code is valid. */
const CODE_ATTEMPTS: Quota = { limit: 10, windowSeconds: HOUR_S };

/** A network stays trusted this long after a sign-in from it. */
const TRUSTED_NETWORK_S = 90 * DAY_S;

/**
 * Counts a mail to an email address, whether or not an account has it.
 *
 * @throws AuthError 429 over_email_send_rate_limit with the seconds to wait.
 */
export async function consumeMailLimit({ counters }: AuthDeps, address: string): Promise<void> {
  for (const [kind, quota] of [
    ["mail-interval", MAIL_INTERVAL],
    ["mail-burst", MAIL_BURST],
  ] as const) {
    const result = await counters.consume(kind, address, quota);
    if (!result.isAllowed) throw tooManyMails(result.retryAfterSeconds);
  }
}

/** Counts a mail against the limits of the mailbox and of the client's network. */
export async function consumeNetworkMailLimit(
  deps: AuthDeps,
  origin: RequestOrigin,
  address: string,
): Promise<void> {
  const quota = scaled(MAILS_PER_NETWORK, deps);
  const result = await deps.counters.consume("mail-network", origin.network, quota);
  if (!result.isAllowed) throw tooManyMails(result.retryAfterSeconds);
  await consumeMailLimit(deps, address);
}

/**
 * `tokenType` is null for the code of a factor challenge: the challenge limits its own attempts.
 */
export type PhoneMessage = { readonly phone: string; readonly tokenType: TokenType | null };

/**
 * Counts a text message, whether or not an account has the number. Limits apply per
 * number, per client network and per day, because each message costs money.
 *
 * @throws AuthError 429 over_sms_send_rate_limit with the seconds to wait.
 */
export async function consumeSmsLimit(
  deps: AuthDeps,
  origin: RequestOrigin,
  { phone, tokenType }: PhoneMessage,
): Promise<void> {
  const { messagesPerDay } = deps.settings.phone;
  for (const [kind, subject, quota] of [
    ["sms-network", origin.network, scaled(MAILS_PER_NETWORK, deps)],
    ["sms-interval", phone, MAIL_INTERVAL],
    ["sms-burst", phone, MAIL_BURST],
    ["sms-day", "all", { limit: messagesPerDay, windowSeconds: DAY_S }],
  ] as const) {
    const result = await deps.counters.consume(kind, subject, quota);
    if (!result.isAllowed) throw tooManyMessages(result.retryAfterSeconds);
  }
  if (tokenType !== null) await deps.counters.reset("phone-code-try", `${phone} ${tokenType}`);
}

/**
 * Counts an attempt at a code sent to a number. A second limit per hour stops clients that
 * request new codes to get more attempts.
 *
 * @throws AuthError 429 over_request_rate_limit.
 */
export async function consumePhoneCodeAttempt(
  deps: AuthDeps,
  { phone, tokenType }: PhoneMessage & { readonly tokenType: TokenType },
): Promise<void> {
  await consume(deps, "phone-code-try", `${phone} ${tokenType}`, PHONE_CODE_ATTEMPTS);
  await consumeCodeAttempt(deps, phone);
}

/**
 * Counts an attempt at a second factor, right or wrong.
 *
 * @throws AuthError 429 over_request_rate_limit.
 */
export async function consumeFactorAttempt(
  deps: AuthDeps,
  attempt: { readonly userId: string; readonly challengeId: string },
): Promise<void> {
  await consume(deps, "challenge-try", attempt.challengeId, CHALLENGE_ATTEMPTS);
  await consume(deps, "factor-try", attempt.userId, FACTOR_ATTEMPTS);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeFactorChallenge(deps: AuthDeps, userId: string): Promise<void> {
  return consume(deps, "factor-challenge", userId, FACTOR_CHALLENGES);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeAnonymousSignUp(deps: AuthDeps, origin: RequestOrigin): Promise<void> {
  return consume(deps, "anonymous", origin.network, scaled(ANONYMOUS_PER_NETWORK, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeUserUpdate(deps: AuthDeps, userId: string): Promise<void> {
  return consume(deps, "user-update", userId, scaled(USER_UPDATES, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumePasswordChange(deps: AuthDeps, userId: string): Promise<void> {
  return consume(deps, "password-change", userId, scaled(PASSWORD_CHANGES, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeRefresh(deps: AuthDeps, sessionId: string): Promise<void> {
  return consume(deps, "refresh", sessionId, scaled(REFRESHES, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeCodeAttempt(deps: AuthDeps, address: string): Promise<void> {
  return consume(deps, "code-try", address, CODE_ATTEMPTS);
}

/** A counted attempt whose password is being verified. */
export type PasswordAttempt = {
  /** The password was right: resets the counter. */
  succeed(): Promise<void>;
  /** The password was not checked: does not count. */
  refund(): Promise<void>;
};

/**
 * Counts a password attempt for an email address or phone number. A network from which the
 * account signed in before has its own counter, so that an attacker cannot lock the owner out.
 *
 * @throws AuthError 429 over_request_rate_limit with growing delays.
 */
export async function consumePasswordAttempt(
  deps: AuthDeps,
  origin: RequestOrigin,
  email: string,
): Promise<PasswordAttempt> {
  const { counters } = deps;
  const networkKey = `${email}\0${origin.network}`;
  const isTrusted = await counters.isRemembered("familiar-network", networkKey);
  const subject = isTrusted ? networkKey : email;
  const result = await counters.consumeAttempt("password-guess", subject);
  if (!result.isAllowed) {
    deps.log.warn({ event: "password_guesses_limited", network: origin.network });
    throw tooManyRequests(result.retryAfterSeconds);
  }
  return {
    async succeed() {
      await counters.reset("password-guess", subject);
      await trustNetwork(deps, origin, email);
    },
    refund: () => counters.refundAttempt("password-guess", subject),
  };
}

/** Resets the counters after the owner followed a mail. */
export async function resetPasswordAttempts(
  deps: AuthDeps,
  origin: RequestOrigin,
  email: string,
): Promise<void> {
  await deps.counters.reset("password-guess", email);
  await deps.counters.reset("password-guess", `${email}\0${origin.network}`);
  await trustNetwork(deps, origin, email);
}

/** Marks the network of a successful sign-in as trusted. */
export async function trustNetwork(
  { counters }: AuthDeps,
  origin: RequestOrigin,
  email: string,
): Promise<void> {
  if (origin.address === null) return;
  const networkKey = `${email}\0${origin.network}`;
  await counters.remember("familiar-network", networkKey, TRUSTED_NETWORK_S);
}

async function consume(
  { counters }: AuthDeps,
  kind: string,
  subject: string,
  quota: Quota,
): Promise<void> {
  const result = await counters.consume(kind, subject, quota);
  if (!result.isAllowed) throw tooManyRequests(result.retryAfterSeconds);
}

function scaled({ limit, windowSeconds }: Quota, { settings }: AuthDeps): Quota {
  return { limit: Math.max(1, Math.floor(limit * settings.rateLimitFactor)), windowSeconds };
}
