import { expect, it } from "vitest";
import { isWithin } from "./durations.ts";

it.each([
  ["now", 1_000, 1_000, true],
  ["just before the end", 1_000, 1_099, true],
  ["at the end", 1_000, 1_100, false],
  ["never before", Number.NEGATIVE_INFINITY, 1_000, false],
  ["after the clock was set back", 1_000, 999, false],
])("checks a span that began %s", (_, sinceMs, nowMs, expected) => {
  expect(isWithin(100, sinceMs, nowMs)).toBe(expected);
});
