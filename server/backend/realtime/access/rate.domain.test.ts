import { expect, it } from "vitest";
import { createTokenBucket } from "./limits.ts";

it("lets a burst of the whole window pass, then the average", () => {
  const rate = createTokenBucket(10, 10);
  const burst = Array.from({ length: 101 }, () => rate.take(0));
  expect(burst.filter(Boolean)).toHaveLength(100);
  expect(rate.take(50)).toBe(false);
  expect(rate.take(100)).toBe(true);
  expect(rate.take(100)).toBe(false);
});

it("counts several at once, all or none, and never against a clock that goes back", () => {
  const rate = createTokenBucket(1, 5);
  expect(rate.take(0, 6)).toBe(false);
  expect(rate.take(0, 5)).toBe(true);
  expect(rate.take(-1_000)).toBe(false);
});
