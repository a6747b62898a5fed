import { expect, it } from "vitest";
import {
  chapterAt,
  playableChapters,
  seekTarget,
  shareOf,
  spanOf,
} from "./broadcast-clock.domain.ts";

const HOUR_MS = 3_600_000;
const CHAPTERS = [
  { atMs: HOUR_MS, title: "Worship" },
  { atMs: 2 * HOUR_MS, title: "Sermon" },
];

it("reaches from the start of a broadcast to the live edge, at most two hours", () => {
  expect(spanOf(1_000, 61_000)).toEqual({ startMs: 1_000, endMs: 61_000 });
  expect(spanOf(0, 3 * HOUR_MS)).toEqual({ startMs: HOUR_MS + 30_000, endMs: 3 * HOUR_MS });
  expect(spanOf(62_000, 61_000)).toEqual({ startMs: 61_000, endMs: 61_000 });
});

it.each([
  [30_000, 30_000],
  [-5, 1_000],
  [57_999, 57_999],
  [60_000, null],
  [99_000, null],
])("a seek to %i ms leads to %j", (atMs, target) => {
  expect(seekTarget({ startMs: 1_000, endMs: 61_000 }, atMs)).toBe(target);
});

it("measures shares of the span", () => {
  const span = { startMs: 1_000, endMs: 5_000 };
  expect([0, 2_000, 9_000].map((ms) => shareOf(span, ms))).toEqual([0, 0.25, 1]);
  expect(shareOf({ startMs: 1, endMs: 1 }, 1)).toBe(1);
});

it("finds the chapter of an instant", () => {
  expect(chapterAt(CHAPTERS, HOUR_MS - 1)).toBeNull();
  expect(chapterAt(CHAPTERS, 3 * HOUR_MS)?.title).toBe("Sermon");
});

it("offers the chapters that can be played, the first one cut at the window's start", () => {
  const span = { startMs: 1.5 * HOUR_MS, endMs: 3 * HOUR_MS };
  expect(playableChapters(CHAPTERS, span)).toEqual([
    { atMs: 1.5 * HOUR_MS, title: "Worship" },
    { atMs: 2 * HOUR_MS, title: "Sermon" },
  ]);
  expect(playableChapters([], span)).toEqual([]);
});
