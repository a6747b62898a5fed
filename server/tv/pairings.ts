import { createHash, randomBytes, randomInt } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ExpiringStore } from "#server/state-store/expiring-store.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type {
  TvCode,
  TvCommand,
  TvOrders,
  TvPlayable,
  TvReport,
  TvStatus,
} from "#shared/contracts/tv-pairing.ts";
import type { Language } from "#shared/languages.ts";
import {
  addOrder,
  CODE_LIFETIME_MS,
  countGuess,
  endSession,
  isAway,
  openSession,
  PAIRING_LIFETIME_MS,
  pairSession,
  phaseOf,
  type TvSession,
} from "./pairing.domain.ts";

/** Pairings of televisions with phones, shared by all servers of the database. Tokens are stored as hashes. */
export type Pairings = {
  /** @returns null when no free code was found. */
  issueCode(language: Language): Promise<TvCode | null>;
  /** Counts a guess. @returns seconds to wait; 0 when the guess may be made. */
  countGuess(address: string): Promise<number>;
  /** Uses a code once. @returns the phone's token; null for a wrong, used or expired code. */
  pair(code: string): Promise<string | null>;
  /** Language of the television of a phone's token; null once the pairing is over. */
  languageOf(pairing: string): Promise<Language | null>;
  /** @returns the command's number; null once the pairing is over. */
  send(pairing: string, command: TvCommand, playable?: TvPlayable): Promise<number | null>;
  /** What a phone sees; null once the pairing is over. */
  status(pairing: string): Promise<TvStatus | null>;
  /** What a television reads; null once its code has expired or the pairing is over. */
  orders(screen: string): Promise<TvOrders | null>;
  /** Stores the television's state. @returns false once the pairing is over. */
  report(screen: string, report: TvReport): Promise<boolean>;
  /** Ends the pairing of either side's token. */
  end(token: string): Promise<void>;
};

type PairingsDeps = {
  stateStore: Pick<StateStore, "expiringOf">;
  /** Guesses of one address in a minute. */
  guesses: number;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

const CODES = 1_000_000;
const CODE_LENGTH = 6;
/** Even with 100,000 codes in use, ten in a row are taken once in 10^10. */
const CODE_TRIES = 10;
/** Changes of one record at the same moment. */
const CHANGE_TRIES = 8;
const TOKEN_BYTES = 16;

type CodeRow = { session: string; isUsed: boolean };
type ReportRow = { report: TvReport; atMs: number };

export function createPairings({ stateStore, guesses, now }: PairingsDeps): Pairings {
  const codes = stateStore.expiringOf("tv-codes", CODE_LIFETIME_MS);
  const sessions = stateStore.expiringOf("tv-sessions", PAIRING_LIFETIME_MS + HOUR_MS);
  const guessed = stateStore.expiringOf("tv-guesses", MINUTE_MS);

  /** Key of a session by the television's token, or by the phone's. */
  async function keyOf(token: string): Promise<string> {
    return (await pairedKey(token)) ?? hashOf(token);
  }

  async function sessionOf(key: string | null): Promise<TvSession | null> {
    const session = key === null ? null : await read<TvSession>(sessions, `session-${key}`);
    return session && phaseOf(session, now()) !== "over" ? session : null;
  }

  async function pairedKey(pairing: string): Promise<string | null> {
    return sessions.get(`phone-${hashOf(pairing)}`);
  }

  function change(
    key: string,
    next: (session: TvSession) => TvSession | null,
  ): Promise<TvSession | null> {
    return changeRow<TvSession>(sessions, `session-${key}`, (row) => (row ? next(row) : null));
  }

  return {
    async issueCode(language) {
      const screen = newToken();
      const session = hashOf(screen);
      for (let count = 0; count < CODE_TRIES; count += 1) {
        const code = String(randomInt(CODES)).padStart(CODE_LENGTH, "0");
        const row: CodeRow = { session, isUsed: false };
        if (!(await codes.create(code, JSON.stringify(row)))) continue;
        await sessions.create(`session-${session}`, JSON.stringify(openSession(language, now())));
        return { v: 1, screen, code };
      }
      return null;
    },

    async countGuess(address) {
      let retryAfterS = 0;
      const counted = await changeRow<readonly number[]>(guessed, hashOf(address), (times) => {
        const guess = countGuess(times ?? [], guesses, now());
        ({ retryAfterS } = guess);
        return guess.times;
      });
      return counted === null ? 1 : retryAfterS;
    },

    async pair(code) {
      const text = await codes.get(code);
      const row: CodeRow | null = text === null ? null : JSON.parse(text);
      if (text === null || !row || row.isUsed) return null;
      const used: CodeRow = { ...row, isUsed: true };
      if (!(await codes.replace(code, text, JSON.stringify(used)))) return null;
      const session = await change(row.session, (waiting) => pairSession(waiting, now()));
      if (!session) return null;
      const pairing = newToken();
      await sessions.create(`phone-${hashOf(pairing)}`, row.session);
      return pairing;
    },

    async languageOf(pairing) {
      return (await sessionOf(await pairedKey(pairing)))?.language ?? null;
    },

    async send(pairing, command, playable) {
      const key = await pairedKey(pairing);
      if (key === null) return null;
      const sent = await change(key, (session) => addOrder(session, { command, playable }, now()));
      return sent?.last ?? null;
    },

    async status(pairing) {
      const key = await pairedKey(pairing);
      if (!(await sessionOf(key))) return null;
      const row = await read<ReportRow>(sessions, `report-${key}`);
      return { v: 1, report: row?.report ?? null, isAway: row ? isAway(row.atMs, now()) : false };
    },

    async orders(screen) {
      const session = await sessionOf(hashOf(screen));
      return session && { v: 1, isPaired: session.pairedMs !== null, orders: session.orders };
    },

    async report(screen, report) {
      const key = hashOf(screen);
      const session = await sessionOf(key);
      if (!session || phaseOf(session, now()) !== "paired") return false;
      const row: ReportRow = { report, atMs: now() };
      return (await changeRow<ReportRow>(sessions, `report-${key}`, () => row)) !== null;
    },

    async end(token) {
      await change(await keyOf(token), endSession);
    },
  };
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Reads a record, which this file has written. */
async function read<Row>(store: ExpiringStore, key: string): Promise<Row | null> {
  const text = await store.get(key);
  const row: Row | null = text === null ? null : JSON.parse(text);
  return row;
}

/**
 * Changes a record that others may change at the same moment. @param next receives null without a
 * record. @returns the new record; null when `next` returns null or others were always faster.
 */
async function changeRow<Row>(
  store: ExpiringStore,
  key: string,
  next: (row: Row | null) => Row | null,
): Promise<Row | null> {
  for (let count = 0; count < CHANGE_TRIES; count += 1) {
    const text = await store.get(key);
    const before: Row | null = text === null ? null : JSON.parse(text);
    const row = next(before);
    if (row === null) return null;
    const to = JSON.stringify(row);
    const isDone = text === null ? await store.create(key, to) : await store.replace(key, text, to);
    if (isDone) return row;
  }
  return null;
}
