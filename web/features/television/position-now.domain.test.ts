import { expect, it } from "vitest";
import { positionNow } from "./position-now.domain.ts";

it.each([
  ["goes on while it plays", { state: "playing", position: 10, duration: 60 }, 13],
  ["stands while it is paused", { state: "paused", position: 10, duration: 60 }, 10],
  ["stops at the end", { state: "playing", position: 59, duration: 60.5 }, 60],
  ["goes on without an end", { state: "playing", position: 10, duration: 0 }, 13],
] as const)("a position %s", (_name, report, expected) => {
  expect(positionNow(report, 3_500)).toBe(expected);
});
