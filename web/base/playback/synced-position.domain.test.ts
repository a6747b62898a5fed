import { describe, expect, it } from "vitest";
import {
  deviceKind,
  isDone,
  isSeek,
  isWorthSaving,
  markAt,
  namedDevice,
  positionAhead,
  replaces,
  sessionOf,
  type TimedMark,
  type WatchMark,
} from "./synced-position.domain.ts";

const HOUR = 3_600;

function mark(position: number, over: Partial<WatchMark> = {}): WatchMark {
  return { position, duration: HOUR, state: "watching", ...over };
}

function timed(position: number, sessionAt: number | null, changedAt: number): TimedMark {
  return { data: mark(position), sessionAt, changedAt };
}

describe("-", () => {
  it.each([
    [0, 0, false],
    [14, 20, false],
    [15, 20, true],
    [30, 60, false],
    [57, 60, true],
    [284, 299, false],
    [285, 299, true],
    [539, 600, false],
    [540, 600, true],
    [3_419, HOUR, false],
    [3_420, HOUR, true],
    [5_000, HOUR, true],
  ])("at %d of %d s: %s", (seconds, ofSeconds, done) => {
    expect(isDone({ seconds, ofSeconds })).toBe(done);
  });
});

describe("a position", () => {
  it("needs a time and a length", () => {
    expect(markAt({ seconds: 0, ofSeconds: HOUR })).toBeNull();
    expect(markAt({ seconds: 9.9, ofSeconds: HOUR })).toBeNull();
    expect(markAt({ seconds: 700, ofSeconds: 0 })).toBeNull();
    expect(markAt({ seconds: Number.NaN, ofSeconds: HOUR })).toBeNull();
    expect(markAt({ seconds: 700, ofSeconds: HOUR })).toEqual(mark(700));
    expect(markAt({ seconds: 3_590, ofSeconds: HOUR })?.state).toBe("done");
  });

  it.each([
    [9, null, "stopping", false],
    [10, null, "playing", true],
    [14, 10, "stopping", false],
    [15, 10, "stopping", true],
    [39, 10, "playing", false],
    [40, 10, "playing", true],
    [20, 300, "stopping", true],
    [3_421, 3_419, "playing", true],
    [HOUR, HOUR - 4, "stopping", false],
  ] as const)("at %d s after one at %s s, while %s: saved %s", (seconds, told, because, isTold) => {
    const at = (second: number) => ({ seconds: second, ofSeconds: HOUR });
    expect(isWorthSaving(at(seconds), told === null ? null : at(told), because)).toBe(isTold);
  });

  it("is a seek when it jumps, not when it plays fast", () => {
    const at = (seconds: number) => ({ seconds, ofSeconds: HOUR });
    expect(isSeek(at(100), at(110))).toBe(false);
    expect(isSeek(at(100), at(200))).toBe(true);
    expect(isSeek(at(100), at(40))).toBe(true);
  });
});

describe("of two positions", () => {
  it("the one of the later play wins, at any time in the video", () => {
    expect(replaces(timed(60, 2_000, 2_100), timed(3_000, 1_000, 1_900))).toBe(true);
  });

  it("a device that played earlier and stops later does not replace a newer play", () => {
    expect(replaces(timed(120, 1_000, 9_000), timed(2_400, 2_000, 5_000))).toBe(false);
  });

  it("within one play the later one wins, even when it goes back", () => {
    expect(replaces(timed(100, 1_000, 3_000), timed(900, 1_000, 2_000))).toBe(true);
    expect(replaces(timed(900, 1_000, 2_000), timed(100, 1_000, 3_000))).toBe(false);
    expect(replaces(timed(900, null, 2_000), null)).toBe(true);
  });
});

describe("a play", () => {
  it("that asked first counts from its beginning", () => {
    expect(sessionOf({ startedAt: 5_000, isAsked: true, heldSessionAt: 1_000 })).toBe(5_000);
  });

  it("that could not ask loses to a newer play elsewhere and wins over the one this device knew", () => {
    const session = sessionOf({ startedAt: 9_000, isAsked: false, heldSessionAt: 1_000 });
    const stale = timed(150, session, 9_500);
    expect(replaces(stale, timed(120, 1_000, 1_500))).toBe(true);
    expect(replaces(stale, timed(2_400, 2_000, 5_000))).toBe(false);
    expect(sessionOf({ startedAt: 9_000, isAsked: false, heldSessionAt: null })).toBe(1);
  });
});

describe("another device's position", () => {
  it("is offered from a minute ahead, for short videos from a quarter", () => {
    expect(positionAhead(mark(1_720), 1_660)).toBeNull();
    expect(positionAhead(mark(1_720), 1_659)).toEqual(mark(1_720));
    expect(positionAhead(mark(40, { duration: 60 }), 0)?.position).toBe(40);
    expect(positionAhead(mark(40, { duration: 60 }), 30)).toBeNull();
  });

  it("is not offered when it is behind, done, hidden or beyond the end", () => {
    expect(positionAhead(null, 0)).toBeNull();
    expect(positionAhead(mark(100), 2_000)).toBeNull();
    expect(positionAhead(mark(3_500, { state: "done" }), 0)).toBeNull();
    expect(positionAhead(mark(700, { state: "hidden" }), 0)).toBeNull();
    expect(positionAhead(mark(4_000), 0)).toBeNull();
    expect(positionAhead(mark(3_560), 0)).toBeNull();
  });

  it("stays the same when the reported length was wrong", () => {
    expect(positionAhead(mark(1_720, { duration: 7_200 }), 0)?.position).toBe(1_720);
  });
});

it.each([
  ["Mozilla/5.0 (Linux; Android 13; SM-A047F) Chrome/130 Mobile Safari/537.36", "phone"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Mobile/15E148", "phone"],
  ["Mozilla/5.0 (Linux; Android 12; SM-T220) Chrome/130 Safari/537.36", "tablet"],
  ["Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) TV Safari/537.36", "television"],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/130 Safari/537.36", "computer"],
])("%j is a %s", (userAgent, kind) => {
  expect(deviceKind(userAgent)).toBe(kind);
  expect(namedDevice(kind)).toBe(kind);
});

it("a device kind of a newer app has no name", () => {
  expect(namedDevice("car")).toBeNull();
  expect(namedDevice(undefined)).toBeNull();
});
