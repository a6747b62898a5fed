import { expect, it } from "vitest";
import { createCountWindow, createKeyedLimit, createTokenBucket } from "./rate-limit.ts";

it("counts each key, and tells how long to wait above the limit", async () => {
  const limit = createKeyedLimit({ points: 4, seconds: 60 }, 0.5);
  expect(await limit.consume("a")).toEqual({ count: 1, retryAfterS: 0 });
  expect(await limit.consume("a")).toEqual({ count: 2, retryAfterS: 0 });
  const rejected = await limit.consume("a");
  expect(rejected.retryAfterS).toBeGreaterThan(0);
  expect(rejected.retryAfterS).toBeLessThanOrEqual(60);
  expect((await limit.consume("b")).retryAfterS).toBe(0);
});

it("lets one event pass however small the factor is, and adds counts of elsewhere", async () => {
  const limit = createKeyedLimit({ points: 1, seconds: 60 }, 0.001);
  limit.add("b", 1);
  expect((await limit.consume("a")).retryAfterS).toBe(0);
  expect((await limit.consume("b")).retryAfterS).toBeGreaterThan(0);
});

it("opens a window with its first event, and a new one when the clock is set back", () => {
  const window = createCountWindow(2, 1_000);
  expect([window.take(500), window.isSpent(500), window.take(600)]).toEqual([true, false, true]);
  expect([window.isSpent(1_499), window.take(1_499)]).toEqual([true, false]);
  expect([window.isSpent(1_500), window.take(1_500)]).toEqual([false, true]);
  expect([window.take(1_600), window.take(1_700), window.take(0)]).toEqual([true, false, true]);
});

it("allows a burst of the whole window, then the average", () => {
  const rate = createTokenBucket(10, 10);
  const burst = Array.from({ length: 101 }, () => rate.take(0));
  expect(burst.filter(Boolean)).toHaveLength(100);
  expect(rate.take(50)).toBe(false);
  expect(rate.take(100)).toBe(true);
  expect(rate.take(100)).toBe(false);
});

it("counts several at once, all or none, and ignores a clock that goes back", () => {
  const rate = createTokenBucket(1, 5);
  expect(rate.take(0, 6)).toBe(false);
  expect(rate.take(0, 5)).toBe(true);
  expect(rate.take(-1_000)).toBe(false);
});
