import {
  type AuthError,
  tooManyMails,
  tooManyMessages,
  tooManyRequests,
} from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import type { TokenType } from "#backend/auth/store/one-time-tokens.ts";
import type { RequestOrigin } from "#backend/auth/protocol/request-origin.ts";
import { DAY_S, HOUR_S, MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { Rate } from "@reign-tv/kit/rate-limit.ts";

/**
 * Limits of R-60 per account, mailbox or phone number, under the kind that the database counts
 * them with. An endpoint counts when it has read the account; the gateway has counted the client
 * IP before.
 */
const LIMITS = {
  "mail-interval": { points: 1, seconds: MINUTE_S },
  "mail-burst": { points: 5, seconds: 30 * MINUTE_S },
  "mail-network": { points: 30, seconds: HOUR_S },
  "sms-interval": { points: 1, seconds: MINUTE_S },
  "sms-burst": { points: 5, seconds: 30 * MINUTE_S },
  "sms-network": { points: 30, seconds: HOUR_S },
  "user-update": { points: 30, seconds: 5 * MINUTE_S },
  "password-change": { points: 10, seconds: 10 * MINUTE_S },
  /** Per session. */
  refresh: { points: 30, seconds: MINUTE_S },
  /** Attempts at one code sent to a phone. */
  "phone-code-try": { points: 5, seconds: HOUR_S },
  /** Attempts at one challenge, and at all challenges of one user. */
  "challenge-try": { points: 5, seconds: HOUR_S },
  "factor-try": { points: 30, seconds: HOUR_S },
  "factor-challenge": { points: 60, seconds: HOUR_S },
  /** Accounts without a mailbox, per network. */
  anonymous: { points: 60, seconds: HOUR_S },
  /** attempts per email address or phone number while a code is valid. */
  "code-try": { points: 10, seconds: HOUR_S },
} as const satisfies Record<string, Rate>;

type LimitKind = keyof typeof LIMITS;

/**
 * RATE_LIMIT_FACTOR, which is for many users behind one IP, multiplies these. It does not change
 * limits on password and code attempts or on mails to one mailbox.
 */
const SCALED: ReadonlySet<LimitKind> = new Set([
  "mail-network",
  "sms-network",
  "user-update",
  "password-change",
  "refresh",
  "anonymous",
]);

/** A network stays trusted this long after a sign-in from it. */
const TRUSTED_NETWORK_S = 90 * DAY_S;

/**
 * Counts a mail to an email address, whether or not an account has it.
 *
 * @throws AuthError 429 over_email_send_rate_limit with the seconds to wait.
 */
export async function consumeMailLimit(deps: AuthDeps, address: string): Promise<void> {
  await consume(deps, "mail-interval", address, tooManyMails);
  await consume(deps, "mail-burst", address, tooManyMails);
}

/** Counts a mail against the limits of the mailbox and of the client's network. */
export async function consumeNetworkMailLimit(
  deps: AuthDeps,
  origin: RequestOrigin,
  address: string,
): Promise<void> {
  await consume(deps, "mail-network", origin.network, tooManyMails);
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
  await consume(deps, "sms-network", origin.network, tooManyMessages);
  await consume(deps, "sms-interval", phone, tooManyMessages);
  await consume(deps, "sms-burst", phone, tooManyMessages);
  const daily = { points: deps.settings.phone.messagesPerDay, seconds: DAY_S };
  const result = await deps.counters.consume("sms-day", "all", daily);
  if (!result.isAllowed) throw tooManyMessages(result.retryAfterSeconds);
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
  await consume(deps, "phone-code-try", `${phone} ${tokenType}`);
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
  await consume(deps, "challenge-try", attempt.challengeId);
  await consume(deps, "factor-try", attempt.userId);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeFactorChallenge(deps: AuthDeps, userId: string): Promise<void> {
  return consume(deps, "factor-challenge", userId);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeAnonymousSignUp(deps: AuthDeps, origin: RequestOrigin): Promise<void> {
  return consume(deps, "anonymous", origin.network);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeUserUpdate(deps: AuthDeps, userId: string): Promise<void> {
  return consume(deps, "user-update", userId);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumePasswordChange(deps: AuthDeps, userId: string): Promise<void> {
  return consume(deps, "password-change", userId);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeRefresh(deps: AuthDeps, sessionId: string): Promise<void> {
  return consume(deps, "refresh", sessionId);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function consumeCodeAttempt(deps: AuthDeps, address: string): Promise<void> {
  return consume(deps, "code-try", address);
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
  { counters, settings }: AuthDeps,
  kind: LimitKind,
  subject: string,
  error: (retryAfterSeconds: number) => AuthError = tooManyRequests,
): Promise<void> {
  const { points, seconds } = LIMITS[kind];
  const factor = SCALED.has(kind) ? settings.rateLimitFactor : 1;
  const rate = { points: Math.max(1, Math.floor(points * factor)), seconds };
  const result = await counters.consume(kind, subject, rate);
  if (!result.isAllowed) throw error(result.retryAfterSeconds);
}
