import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { isVerificationDue } from "./weekly-verification.ts";

const LAST_MS = Date.UTC(2026, 10, 22);

it.each([
  ["in the week of a success", 7 * DAY_MS - 1, false, false],
  ["a week after a success", 7 * DAY_MS, false, true],
  ["on the day of a failure", DAY_MS - 1, true, false],
  ["a day after a failure", DAY_MS, true, true],
  ["after a success on a clock that was a year ahead", -365 * DAY_MS, false, true],
])("says whether a verification is due %s", (_, passedMs, hasFailed, isDue) => {
  const nowMs = LAST_MS + passedMs;
  const startedMs = nowMs - DAY_MS;
  expect(isVerificationDue({ nowMs, startedMs, lastMs: LAST_MS, hasFailed })).toBe(isDue);
});

it("verifies the first backup an hour after the start", () => {
  const first = { startedMs: 0, lastMs: null, hasFailed: false };
  expect(isVerificationDue({ ...first, nowMs: HOUR_MS - 1 })).toBe(false);
  expect(isVerificationDue({ ...first, nowMs: HOUR_MS })).toBe(true);
});
