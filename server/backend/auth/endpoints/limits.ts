import {
  tooManyMails,
  tooManyMessages,
  tooManyRequests,
} from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import type { Budget } from "#server/backend/auth/store/rate-counters.ts";
import type { TokenType } from "#server/backend/auth/store/one-time-tokens.ts";
import type { RequestOrigin } from "#server/backend/auth/protocol/request-origin.ts";
import { HOUR_S, DAY_S } from "#server/kit/durations.ts";

/**
 * Limits of R-60 that belong to an account or an address; those of a client's address are the
 * gateway's. RATE_LIMIT_FACTOR does not touch guesses at passwords and codes, nor mails to one
 * mailbox: the crowd behind one address that it is meant for shares neither.
 */
const MAIL_INTERVAL: Budget = { limit: 1, windowSeconds: 60 };
const MAIL_BURST: Budget = { limit: 5, windowSeconds: 30 * 60 };
const MAILS_PER_NETWORK: Budget = { limit: 30, windowSeconds: HOUR_S };
const USER_UPDATES: Budget = { limit: 30, windowSeconds: 5 * 60 };
const PASSWORD_CHANGES: Budget = { limit: 10, windowSeconds: 10 * 60 };
const REFRESHES: Budget = { limit: 30, windowSeconds: 60 };
/** Guesses at one code that a phone was sent. */
const PHONE_CODE_TRIES: Budget = { limit: 5, windowSeconds: HOUR_S };
/** Guesses at one challenge, and at all challenges of one person. */
const CHALLENGE_TRIES: Budget = { limit: 5, windowSeconds: HOUR_S };
const FACTOR_TRIES: Budget = { limit: 30, windowSeconds: HOUR_S };
const FACTOR_CHALLENGES: Budget = { limit: 60, windowSeconds: HOUR_S };
const ANONYMOUS_PER_NETWORK: Budget = { limit: 60, windowSeconds: HOUR_S };
/** tries at a code per address, for as long as a code lives. */
const CODE_TRIES: Budget = { limit: 10, windowSeconds: HOUR_S };

/** How long a network stays familiar after a sign-in from it. */
const FAMILIAR_NETWORK_S = 90 * DAY_S;

/**
 * Counts a mail to an address, whether or not somebody has an account there.
 *
 * @throws AuthError 429 over_email_send_rate_limit with the seconds to wait.
 */
export async function consumeMailLimit(deps: AuthDeps, address: string): Promise<void> {
  for (const [kind, budget] of [
    ["mail-interval", MAIL_INTERVAL],
    ["mail-burst", MAIL_BURST],
  ] as const) {
    const verdict = await deps.counters.take(kind, address, budget);
    if (!verdict.isAllowed) throw tooManyMails(verdict.retryAfterSeconds);
  }
}

/** Counts a mail that anybody may ask for, also by where the wish comes from. */
export async function takeMailFrom(
  deps: AuthDeps,
  origin: RequestOrigin,
  address: string,
): Promise<void> {
  const budget = scaled(MAILS_PER_NETWORK, deps);
  const verdict = await deps.counters.take("mail-network", origin.network, budget);
  if (!verdict.isAllowed) throw tooManyMails(verdict.retryAfterSeconds);
  await consumeMailLimit(deps, address);
}

/** What a message brings to a number; a code of a factor's challenge is counted by the challenge. */
export type PhoneMessage = { readonly phone: string; readonly tokenType: TokenType | null };

/**
 * Counts a message to a number, whether or not somebody has an account there: by the number, by
 * where the wish comes from, and by the day, because each costs money.
 *
 * @throws AuthError 429 over_sms_send_rate_limit with the seconds to wait.
 */
export async function consumeSmsLimit(
  deps: AuthDeps,
  origin: RequestOrigin,
  { phone, tokenType }: PhoneMessage,
): Promise<void> {
  const { messagesPerDay } = deps.settings.phone;
  for (const [kind, subject, budget] of [
    ["sms-network", origin.network, scaled(MAILS_PER_NETWORK, deps)],
    ["sms-interval", phone, MAIL_INTERVAL],
    ["sms-burst", phone, MAIL_BURST],
    ["sms-day", "all", { limit: messagesPerDay, windowSeconds: DAY_S }],
  ] as const) {
    const verdict = await deps.counters.take(kind, subject, budget);
    if (!verdict.isAllowed) throw tooManyMessages(verdict.retryAfterSeconds);
  }
  if (tokenType !== null) await deps.counters.forget("phone-code-try", `${phone} ${tokenType}`);
}

/**
 * Counts a guess at the code of a number: few at each code, and no more in an hour by asking for others.
 *
 * @throws AuthError 429 over_request_rate_limit.
 */
export async function takePhoneCodeTry(
  deps: AuthDeps,
  { phone, tokenType }: PhoneMessage & { readonly tokenType: TokenType },
): Promise<void> {
  await take(deps, "phone-code-try", `${phone} ${tokenType}`, PHONE_CODE_TRIES);
  await takeCodeTry(deps, phone);
}

/**
 * Counts a guess at a second proof, right or wrong.
 *
 * @throws AuthError 429 over_request_rate_limit.
 */
export async function takeFactorTry(
  deps: AuthDeps,
  attempt: { readonly userId: string; readonly challengeId: string },
): Promise<void> {
  await take(deps, "challenge-try", attempt.challengeId, CHALLENGE_TRIES);
  await take(deps, "factor-try", attempt.userId, FACTOR_TRIES);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function takeFactorChallenge(deps: AuthDeps, userId: string): Promise<void> {
  return take(deps, "factor-challenge", userId, FACTOR_CHALLENGES);
}

/** @throws AuthError 429 over_request_rate_limit. */
export function takeAnonymousSignUp(deps: AuthDeps, origin: RequestOrigin): Promise<void> {
  return take(deps, "anonymous", origin.network, scaled(ANONYMOUS_PER_NETWORK, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function takeUserUpdate(deps: AuthDeps, userId: string): Promise<void> {
  return take(deps, "user-update", userId, scaled(USER_UPDATES, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function takePasswordChange(deps: AuthDeps, userId: string): Promise<void> {
  return take(deps, "password-change", userId, scaled(PASSWORD_CHANGES, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function takeRefresh(deps: AuthDeps, sessionId: string): Promise<void> {
  return take(deps, "refresh", sessionId, scaled(REFRESHES, deps));
}

/** @throws AuthError 429 over_request_rate_limit. */
export function takeCodeTry(deps: AuthDeps, address: string): Promise<void> {
  return take(deps, "code-try", address, CODE_TRIES);
}

/** A guess at a password that is being looked at. */
export type PasswordGuess = {
  /** The guess was right: forget the wrong ones. */
  succeed(): Promise<void>;
  /** The guess was never looked at. */
  giveBack(): Promise<void>;
};

/**
 * Counts a guess at the password of an address. A network from which the account signed in
 * before has a count of its own, so strangers who guess cannot shut the owner out.
 *
 * @throws AuthError 429 over_request_rate_limit with growing delays.
 */
export async function consumePasswordAttempt(
  deps: AuthDeps,
  origin: RequestOrigin,
  email: string,
): Promise<PasswordGuess> {
  const { counters } = deps;
  const place = `${email}\0${origin.network}`;
  const isFamiliar = await counters.isRemembered("familiar-network", place);
  const subject = isFamiliar ? place : email;
  const verdict = await counters.takeGuess("password-guess", subject);
  if (!verdict.isAllowed) {
    deps.log.warn({ event: "password_guesses_limited", network: origin.network });
    throw tooManyRequests(verdict.retryAfterSeconds);
  }
  return {
    async succeed() {
      await counters.forget("password-guess", subject);
      await trustNetwork(deps, origin, email);
    },
    giveBack: () => counters.returnGuess("password-guess", subject),
  };
}

/** The owner came through the mailbox: wrong guesses count no longer. */
export async function resetPasswordAttempts(
  deps: AuthDeps,
  origin: RequestOrigin,
  email: string,
): Promise<void> {
  await deps.counters.forget("password-guess", email);
  await deps.counters.forget("password-guess", `${email}\0${origin.network}`);
  await trustNetwork(deps, origin, email);
}

/** Makes the network of a successful sign-in familiar. */
export async function trustNetwork(
  deps: AuthDeps,
  origin: RequestOrigin,
  email: string,
): Promise<void> {
  if (origin.address === null) return;
  const place = `${email}\0${origin.network}`;
  await deps.counters.remember("familiar-network", place, FAMILIAR_NETWORK_S);
}

async function take(deps: AuthDeps, kind: string, subject: string, budget: Budget): Promise<void> {
  const verdict = await deps.counters.take(kind, subject, budget);
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds);
}

function scaled({ limit, windowSeconds }: Budget, { settings }: AuthDeps): Budget {
  return { limit: Math.max(1, Math.floor(limit * settings.rateLimitFactor)), windowSeconds };
}
