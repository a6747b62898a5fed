import { describe, expect, it } from "vitest";
import {
  dayMs,
  dayText,
  FEASTS,
  fallsOn,
  feastMs,
  type ServiceRule,
} from "./service-rules.domain.ts";
import {
  changedOccurrences,
  nextOccurrences,
  type ServiceException,
  type ServiceSchedule,
} from "./service-schedule.domain.ts";

const DAY = 86_400_000;

/** Returns the days from 2026-11-01 on to which a rule applies. */
function daysOf(rule: ServiceRule, count: number, from = "2026-11-01"): string[] {
  const found: string[] = [];
  for (let ms = dayMs(from); found.length < count; ms += DAY) {
    if (fallsOn(rule, ms)) found.push(dayText(ms));
    if (ms > dayMs(from) + 1_000 * DAY) break;
  }
  return found;
}

describe("service rule", () => {
  it.each<[string, ServiceRule, string[]]>([
    [
      "first Sunday",
      { kind: "months", weekday: "sunday", which: 1, every: 1, from: "2026-11-01" },
      ["2026-11-01", "2026-12-06", "2027-01-03"],
    ],
    [
      "last Friday, every second month",
      { kind: "months", weekday: "friday", which: -1, every: 2, from: "2026-11-01" },
      ["2026-11-27", "2027-01-29", "2027-03-26"],
    ],
    [
      "fourth Friday where there are five",
      { kind: "months", weekday: "sunday", which: 4, every: 1, from: "2026-11-01" },
      ["2026-11-22", "2026-12-27", "2027-01-24"],
    ],
    [
      "every second Tuesday from a Wednesday on",
      { kind: "weeks", weekday: "tuesday", every: 2, from: "2026-11-04" },
      ["2026-11-17", "2026-12-01", "2026-12-15"],
    ],
    [
      "until a day",
      { kind: "weeks", weekday: "tuesday", every: 2, from: "2026-11-03", until: "2026-11-17" },
      ["2026-11-03", "2026-11-17"],
    ],
    ["once", { kind: "once", date: "2026-12-24" }, ["2026-12-24"]],
    ["Christmas", { kind: "feast", feast: "christmas" }, ["2026-12-25", "2027-12-25"]],
  ])("%s", (_name, rule, expected) => {
    expect(daysOf(rule, expected.length)).toEqual(expected);
  });

  it.each([
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2027, "2027-03-28"],
    [2038, "2038-04-25"],
    [2285, "2285-03-22"],
  ])("puts Easter of %i on %s, with the feasts that depend on it", (year, easter) => {
    expect(dayText(feastMs("easter", year))).toBe(easter);
    const fromEaster = FEASTS.slice(0, 4).map(
      (feast) => (feastMs(feast, year) - dayMs(easter)) / DAY,
    );
    expect(fromEaster).toEqual([-2, 0, 39, 49]);
  });
});

const PARIS: ServiceSchedule = {
  timeZone: "Europe/Paris",
  weekly: [
    { id: "thursday", weekday: "thursday", start: "16:00", durationMinutes: 120 },
    { id: "sunday", weekday: "sunday", start: "10:00", durationMinutes: 120 },
  ],
};
const NOW = Date.parse("2026-11-23T12:00:00Z");

const changed = (...exceptions: ServiceException[]): ServiceSchedule => ({ ...PARIS, exceptions });
const starts = (services: ServiceSchedule, count: number, nowMs = NOW): string[] =>
  nextOccurrences(services, nowMs, count).map(
    ({ id, startMs }) => `${id} ${new Date(startMs).toISOString()}`,
  );

describe("schedule exceptions", () => {
  it("cancel one time, not the week after", () => {
    const services = changed({ serviceId: "thursday", date: "2026-11-26", kind: "cancelled" });
    expect(starts(services, 2)).toEqual([
      "sunday 2026-11-29T09:00:00.000Z",
      "thursday 2026-12-03T15:00:00.000Z",
    ]);
    expect(changedOccurrences(services, NOW)).toEqual([
      {
        id: "thursday",
        date: "2026-11-26",
        kind: "cancelled",
        plannedMs: Date.parse("2026-11-26T15:00:00Z"),
        startMs: null,
      },
    ]);
  });

  it("move a time in chronological order, also across a clock change", () => {
    const services = changed({
      serviceId: "thursday",
      date: "2027-03-25",
      kind: "moved",
      newDate: "2027-03-28",
      newStart: "02:30",
    });
    // On that Sunday the clock jumps from 2:00 to 3:00.
    expect(starts(services, 3, Date.parse("2027-03-24T00:00:00Z"))).toEqual([
      "thursday 2027-03-28T01:30:00.000Z",
      "sunday 2027-03-28T08:00:00.000Z",
      "thursday 2027-04-01T14:00:00.000Z",
    ]);
  });

  it("have no effect when past, of an unknown service or on another day", () => {
    const services = changed(
      { serviceId: "thursday", date: "2026-11-19", kind: "cancelled" },
      { serviceId: "friday", date: "2026-11-27", kind: "cancelled" },
      { serviceId: "thursday", date: "2026-11-27", kind: "moved", newDate: "2026-11-28" },
      { serviceId: "thursday", date: "not a day", kind: "cancelled" },
    );
    expect(starts(services, 2)).toEqual(starts(PARIS, 2));
    expect(changedOccurrences(services, NOW)).toEqual([]);
  });

  it("find a yearly feast from far away", () => {
    const easter = { kind: "feast", feast: "easter" } as const;
    const others = [{ id: "easter", start: "06:00", durationMinutes: 60, rule: easter }];
    expect(starts({ timeZone: "Africa/Harare", weekly: [], others }, 1)).toEqual([
      "easter 2027-03-28T04:00:00.000Z",
    ]);
  });
});
