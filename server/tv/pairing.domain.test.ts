import * as fc from "fast-check";
import { expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
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

const START = Date.UTC(2026, 10, 26);
const WAITING = openSession("fr", START);
const PAUSE = { command: { do: "pause" } } as const;

function paired(nowMs = START): TvSession {
  const session = pairSession(WAITING, nowMs);
  if (!session) throw new Error("not paired");
  return session;
}

it("a code waits for ten minutes", () => {
  expect(phaseOf(WAITING, START + CODE_LIFETIME_MS - 1)).toBe("waiting");
  expect(phaseOf(WAITING, START + CODE_LIFETIME_MS)).toBe("over");
  expect(pairSession(WAITING, START + CODE_LIFETIME_MS)).toBeNull();
});

it("a pairing outlives its code, for six hours from its begin", () => {
  const session = paired(START + 9 * MINUTE_MS);
  expect(phaseOf(session, START + HOUR_MS)).toBe("paired");
  expect(phaseOf(session, START + 9 * MINUTE_MS + PAIRING_LIFETIME_MS)).toBe("over");
});

it("cannot be paired twice, or once it has ended", () => {
  expect(pairSession(paired(), START)).toBeNull();
  expect(pairSession(endSession(WAITING), START)).toBeNull();
  expect(phaseOf(endSession(paired()), START)).toBe("over");
});

it("is over when the clock was set back before its begin", () => {
  expect(phaseOf(WAITING, START - 1)).toBe("over");
});

it("numbers commands, and keeps the last sixteen", () => {
  let session = paired();
  for (let count = 0; count < 20; count += 1) {
    session = addOrder(session, PAUSE, START) ?? session;
  }
  expect(session.orders.map(({ n }) => n)).toEqual(Array.from({ length: 16 }, (_, at) => at + 5));
  expect(session.last).toBe(20);
  expect(addOrder(WAITING, PAUSE, START)).toBeNull();
  expect(addOrder(endSession(session), PAUSE, START)).toBeNull();
});

it("a television is away after thirty seconds without a report", () => {
  expect(isAway(START, START + 29 * SECOND_MS)).toBe(false);
  expect(isAway(START, START + 30 * SECOND_MS)).toBe(true);
});

it("never allows more than the limit of guesses in any minute", () => {
  const steps = fc.array(fc.integer({ min: 0, max: MINUTE_MS }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 8 }), (delays, limit) => {
      let now = START;
      let times: readonly number[] = [];
      const allowed: number[] = [];
      const waits: number[] = [];
      for (const delay of delays) {
        now += delay;
        const guess = countGuess(times, limit, now);
        ({ times } = guess);
        waits.push(guess.retryAfterS);
        if (guess.retryAfterS === 0) allowed.push(now);
      }
      expect(Math.max(0, ...waits)).toBeLessThanOrEqual(60);
      for (const time of allowed) {
        const inMinute = allowed.filter((other) => other >= time && other < time + MINUTE_MS);
        expect(inMinute.length).toBeLessThanOrEqual(limit);
      }
    }),
  );
});
