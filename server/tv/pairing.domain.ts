import { isWithin, HOUR_MS, MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { TvCommand, TvOrder, TvPlayable } from "#shared/contracts/tv-pairing.ts";
import type { Language } from "#shared/languages.ts";

/** The states of a pairing between a television and a phone. All instants: milliseconds since 1970. */

export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
export const PAIRING_LIFETIME_MS = 6 * HOUR_MS;
/** A television reports at least every 10 s. */
const AWAY_AFTER_MS = 30 * SECOND_MS;
/** Commands that a television may still have to read. */
const ORDERS_LIMIT = 16;

export type TvSession = {
  readonly language: Language;
  readonly issuedMs: number;
  /** Null while the code waits. */
  readonly pairedMs: number | null;
  readonly isEnded: boolean;
  /** Number of the last command; 0 before the first. */
  readonly last: number;
  readonly orders: readonly TvOrder[];
};

export function openSession(language: Language, nowMs: number): TvSession {
  return { language, issuedMs: nowMs, pairedMs: null, isEnded: false, last: 0, orders: [] };
}

/** "over": the code has expired, the pairing has, or one side has ended it. */
export function phaseOf(session: TvSession, nowMs: number): "waiting" | "paired" | "over" {
  const { isEnded, pairedMs, issuedMs } = session;
  if (isEnded) return "over";
  if (pairedMs === null) return isWithin(CODE_LIFETIME_MS, issuedMs, nowMs) ? "waiting" : "over";
  return isWithin(PAIRING_LIFETIME_MS, pairedMs, nowMs) ? "paired" : "over";
}

/** Returns the paired session; null unless its code waits. */
export function pairSession(session: TvSession, nowMs: number): TvSession | null {
  return phaseOf(session, nowMs) === "waiting" ? { ...session, pairedMs: nowMs } : null;
}

/** Adds a command; null unless the session is paired. The oldest commands are dropped. */
export function addOrder(
  session: TvSession,
  { command, playable }: { command: TvCommand; playable?: TvPlayable | undefined },
  nowMs: number,
): TvSession | null {
  if (phaseOf(session, nowMs) !== "paired") return null;
  const last = session.last + 1;
  const order: TvOrder = { ...command, n: last, ...(playable && { playable }) };
  return { ...session, last, orders: [...session.orders, order].slice(-ORDERS_LIMIT) };
}

export function endSession(session: TvSession): TvSession {
  return { ...session, isEnded: true, orders: [] };
}

/** @param reportedMs instant of the last report */
export function isAway(reportedMs: number, nowMs: number): boolean {
  return !isWithin(AWAY_AFTER_MS, reportedMs, nowMs);
}

type Guess = {
  /** Instants of the guesses of the last minute, this one included when it counts. */
  readonly times: readonly number[];
  /** 0 when the guess may be made. */
  readonly retryAfterS: number;
};

/** Counts a guess of an address: at most `limit` in any minute. */
export function countGuess(times: readonly number[], limit: number, nowMs: number): Guess {
  const recent = times.filter((time) => isWithin(MINUTE_MS, time, nowMs));
  const [first] = recent;
  if (first === undefined || recent.length < limit) {
    return { times: [...recent, nowMs], retryAfterS: 0 };
  }
  return { times: recent, retryAfterS: Math.ceil((first + MINUTE_MS - nowMs) / SECOND_MS) };
}
