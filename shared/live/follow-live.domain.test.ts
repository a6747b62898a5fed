import { describe, expect, it } from "vitest";
import { liveStep, type LivePlace, positionAt, targetBehind } from "./follow-live.domain.ts";

/** A player in a broadcast that has run for long, at its usual distance. */
const USUAL: LivePlace = {
  position: 95,
  behind: 5.5,
  ahead: 4,
  edge: 100,
  broadcastStart: 40,
  isRefilling: false,
  rate: 1,
};
const stepOf = (change: Partial<LivePlace>) => liveStep({ ...USUAL, ...change }, 5);

describe("a player at the live edge", () => {
  it.each<[string, Partial<LivePlace>, ReturnType<typeof liveStep>]>([
    ["plays on near the edge", {}, { rate: 1, jump: null }],
    ["plays faster when it is late", { behind: 7 }, { rate: 1.05, jump: null }],
    [
      "plays faster until it has caught up",
      { behind: 5.8, rate: 1.05 },
      { rate: 1.05, jump: null },
    ],
    ["ends at the usual distance", { behind: 5.2, rate: 1.05 }, { rate: 1, jump: null }],
    ["does not empty a short buffer", { behind: 7, ahead: 2 }, { rate: 1, jump: null }],
    ["jumps when it is far behind", { behind: 15.1 }, { rate: 1, jump: "edge" }],
    ["waits after a stall", { isRefilling: true, ahead: 2 }, { rate: 0, jump: null }],
    ["waits however late", { isRefilling: true, ahead: 2, behind: 16 }, { rate: 0, jump: null }],
    ["goes on once 3 s are buffered", { isRefilling: true, ahead: 3.1 }, { rate: 1, jump: null }],
    ["leaves a film for two segments", { position: 90, broadcastStart: 96 }, { rate: 1, jump: 96 }],
    [
      "stays in the film for one",
      { position: 80, behind: 20, broadcastStart: 98 },
      { rate: 1, jump: null },
    ],
    ["never plays a film faster", { behind: 9, broadcastStart: null }, { rate: 1, jump: null }],
  ])("%s", (_does, change, step) => {
    expect(stepOf(change)).toEqual(step);
  });

  it("keeps its distance by what is on the air and by the longest segment", () => {
    expect([targetBehind(2, 5), targetBehind(10, 10), targetBehind(null, 5)]).toEqual([
      4.5, 12.5, 15,
    ]);
  });
});

describe("an instant in a playlist", () => {
  /** Three segments of 2 s; the encoder was away for 10 s before the last. */
  const SEGMENTS = [
    { start: 100, duration: 2, programDateTime: 1_000_000 },
    { start: 102, duration: 2, programDateTime: 1_002_000 },
    { start: 104, duration: 2, programDateTime: 1_014_000 },
  ];
  it.each([
    [1_001_000, 101],
    [1_003_999, 103.999],
    [1_009_000, 104],
    [1_015_000, 105],
    [990_000, 100],
    [1_900_000, 104],
  ])("%i ms is at %f s", (ms, position) => {
    expect(positionAt(SEGMENTS, ms)).toBeCloseTo(position, 3);
  });

  it("is at 0 without segments", () => {
    expect(positionAt([], 1)).toBe(0);
  });
});
