import { describe, expect, it } from "vitest";
import { nextPacificMidnightMs, pacificDay } from "./pacific-day.domain.ts";

const at = (text: string): number => Date.parse(text);

describe("Pacific day", () => {
  it.each([
    ["2026-11-21T07:59:59Z", "2026-11-20"],
    ["2026-11-21T08:00:00Z", "2026-11-21"],
    ["2026-07-01T06:59:59Z", "2026-06-30"],
    ["2026-07-01T07:00:00Z", "2026-07-01"],
  ])("of %s is %s", (instant, day) => {
    expect(pacificDay(at(instant))).toBe(day);
  });

  it.each([
    ["winter", "2026-11-21T12:00:00Z", "2026-11-22T08:00:00Z"],
    ["summer", "2026-07-01T12:00:00Z", "2026-07-02T07:00:00Z"],
    ["the eve of summer time", "2026-03-07T12:00:00Z", "2026-03-08T08:00:00Z"],
    ["the day summer time begins", "2026-03-08T12:00:00Z", "2026-03-09T07:00:00Z"],
    ["the day summer time ends", "2026-11-01T12:00:00Z", "2026-11-02T08:00:00Z"],
    ["the last day of a year", "2026-12-31T12:00:00Z", "2027-01-01T08:00:00Z"],
    ["a moment before midnight", "2026-11-21T07:59:59Z", "2026-11-21T08:00:00Z"],
  ])("ends at midnight: %s", (_name, instant, midnight) => {
    expect(new Date(nextPacificMidnightMs(at(instant))).toISOString()).toBe(
      new Date(midnight).toISOString(),
    );
  });
});
