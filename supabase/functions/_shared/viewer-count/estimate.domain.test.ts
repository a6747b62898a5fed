import { expect, it } from "vitest";
import { shareFor, shownCount } from "./viewer-heartbeat.ts";

it.each([
  [0, 1],
  [600, 1],
  [601, 2],
  [1_201, 4],
  [10_000, 32],
  [1e9, 4_096],
])("with %i viewers, requests heartbeats from one in %i", (people, share) => {
  expect(shareFor(people)).toBe(share);
});

it("requests at most 600 heartbeats a minute, and at least 300 with that many viewers", () => {
  for (let people = 601; people < 2_000_000; people = Math.ceil(people * 1.01)) {
    const heartbeats = people / shareFor(people);
    expect(heartbeats).toBeLessThanOrEqual(600);
    expect(heartbeats).toBeGreaterThan(300);
  }
});

it.each([
  [0, null],
  [24, null],
  [25, 25],
  [27, 25],
  [28, 30],
  [97, 95],
  [98, 100],
  [104, 100],
  [116, 120],
  [1_249, 1_200],
  [1_251, 1_300],
  [98_700, 99_000],
])("shows %i viewers as %j", (people, shown) => {
  expect(shownCount(people, 25)).toBe(shown);
});

it("shows nothing below the minimum", () => {
  expect(shownCount(12, 12)).toBe(12);
  expect(shownCount(102, 102)).toBe(102);
});
