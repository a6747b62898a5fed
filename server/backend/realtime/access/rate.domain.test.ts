import { expect, it } from "vitest";
import { createLimits, createTokenBucket } from "./limits.ts";

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

it("counts joins of one IP address before those of all, so that others still join", () => {
  const limits = createLimits(1);
  const join = (address: string): boolean => limits.takeJoin(address, 0);
  const burst = Array.from({ length: 2_000 }, () => join("203.0.113.1"));
  expect(burst.filter(Boolean)).toHaveLength(500);
  const other = Array.from({ length: 500 }, () => join("203.0.113.2"));
  expect(other.every(Boolean)).toBe(true);
  expect(join("203.0.113.3")).toBe(false);
});
