import { describe, expect, it } from "vitest";
import { dayName, serviceMoment } from "./service-moment.domain.ts";

/** Thursday and Sunday, two hours each. */
const SERVICES = {
  timeZone: "UTC",
  weekly: [
    { id: "thursday", weekday: "thursday", start: "16:00", durationMinutes: 120 },
    { id: "late", weekday: "thursday", start: "22:30", durationMinutes: 60 },
  ],
} as const;

const at = (text: string) => Date.parse(`${text}:00Z`);
const occurrence = (id: string, start: string, end: string) => ({
  id,
  startMs: at(start),
  endMs: at(end),
});
const FIRST = occurrence("thursday", "2026-11-26T16:00", "2026-11-26T18:00");
const LATE = occurrence("late", "2026-11-26T22:30", "2026-11-26T23:30");

describe("serviceMoment", () => {
  it.each([
    ["2026-11-26T15:59", FIRST, "coming", "thursday"],
    ["2026-11-26T16:00", FIRST, "running", "thursday"],
    ["2026-11-26T17:59", FIRST, "running", "thursday"],
    ["2026-11-26T18:00", LATE, "over", "thursday"],
    ["2026-11-26T21:29", LATE, "over", "thursday"],
    ["2026-11-26T21:30", LATE, "coming", "late"],
    ["2026-11-26T23:31", null, "over", "late"],
  ] as const)("at %s with %j next: %s", (now, next, phase, id) => {
    expect(serviceMoment(SERVICES, next, at(now))).toMatchObject({ phase, service: { id } });
  });

  it("is null without a service", () => {
    expect(serviceMoment({ timeZone: "UTC", weekly: [] }, null, at("2026-11-26T12:00"))).toBeNull();
  });
});

describe("dayName", () => {
  it.each([
    [26, 9, "today"],
    [26, 16, "today"],
    [26, 17, "tonight"],
    [27, 1, "tomorrow"],
    [27, 20, "tomorrow"],
    [28, 20, "weekday"],
    [32, 20, "weekday"],
    [33, 1, "date"],
  ])("names day %d at %d h: %s", (day, hour, name) => {
    const now = new Date(2026, 10, 26, 8).getTime();
    expect(dayName(new Date(2026, 10, day, hour).getTime(), now)).toBe(name);
  });
});
