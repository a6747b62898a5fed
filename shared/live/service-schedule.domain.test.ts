import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { nextOccurrences, type ServiceSchedule } from "./service-schedule.domain.ts";

const PARIS: ServiceSchedule = {
  timeZone: "Europe/Paris",
  weekly: [
    { id: "thursday", weekday: "thursday", start: "16:00", durationMinutes: 120 },
    { id: "sunday", weekday: "sunday", start: "10:00", durationMinutes: 120 },
  ],
};

const ZONES = [
  "Africa/Harare",
  "Africa/Kinshasa",
  "Europe/Paris",
  "Europe/London",
  "America/New_York",
];

function instants(services: ServiceSchedule, now: string, count: number): string[] {
  return nextOccurrences(services, Date.parse(now), count).map(
    (occurrence) => `${occurrence.id} ${new Date(occurrence.startMs).toISOString()}`,
  );
}

function shownIn(timeZone: string, instantMs: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(instantMs);
}

describe("nextOccurrences in Paris time", () => {
  it.each([
    [
      "2026-03-25T00:00:00Z",
      "thursday 2026-03-26T15:00:00.000Z",
      "sunday 2026-03-29T08:00:00.000Z",
    ],
    [
      "2026-10-21T00:00:00Z",
      "thursday 2026-10-22T14:00:00.000Z",
      "sunday 2026-10-25T09:00:00.000Z",
    ],
    [
      "2027-03-24T00:00:00Z",
      "thursday 2027-03-25T15:00:00.000Z",
      "sunday 2027-03-28T08:00:00.000Z",
    ],
  ])("keeps local time across the clock change after %s", (now, ...expected) => {
    expect(instants(PARIS, now, 2)).toEqual(expected);
  });

  it("lists a running service first until its end", () => {
    expect(instants(PARIS, "2026-11-22T10:59:59.999Z", 1)).toEqual([
      "sunday 2026-11-22T09:00:00.000Z",
    ]);
    expect(instants(PARIS, "2026-11-22T11:00:00Z", 1)).toEqual([
      "thursday 2026-11-26T15:00:00.000Z",
    ]);
  });

  it("lists several weeks in order, with the right durations", () => {
    const occurrences = nextOccurrences(PARIS, Date.parse("2026-12-30T00:00:00Z"), 5);
    expect(occurrences.map((occurrence) => occurrence.id)).toEqual([
      "thursday",
      "sunday",
      "thursday",
      "sunday",
      "thursday",
    ]);
    expect(
      occurrences.every((occurrence) => occurrence.endMs - occurrence.startMs === 7_200_000),
    ).toBe(true);
  });

  it.each([
    ["Africa/Harare", "Thu 17:00", "Sun 10:00", "Thu 16:00", "Sun 11:00"],
    ["Africa/Kinshasa", "Thu 16:00", "Sun 09:00", "Thu 15:00", "Sun 10:00"],
    ["Europe/Paris", "Thu 16:00", "Sun 10:00", "Thu 16:00", "Sun 10:00"],
    ["Europe/London", "Thu 15:00", "Sun 09:00", "Thu 15:00", "Sun 09:00"],
    // The United States change on other days: 2026-03-08 and 2026-11-01.
    ["America/New_York", "Thu 11:00", "Sun 04:00", "Thu 10:00", "Sun 05:00"],
  ])("shows the right time in %s before and after both clock changes", (zone, ...expected) => {
    const spring = nextOccurrences(PARIS, Date.parse("2026-03-25T00:00:00Z"), 2);
    const autumn = nextOccurrences(PARIS, Date.parse("2026-10-21T00:00:00Z"), 2);
    expect([...spring, ...autumn].map((occurrence) => shownIn(zone, occurrence.startMs))).toEqual(
      expected,
    );
  });
});

describe("local times that a clock change skips or repeats", () => {
  function nightly(timeZone: string, start: string): ServiceSchedule {
    return {
      timeZone,
      weekly: [{ id: "night", weekday: "sunday", start, durationMinutes: 60 }],
    };
  }

  it("moves a skipped time by the length of the jump", () => {
    expect(instants(nightly("Europe/Paris", "02:30"), "2026-03-28T00:00:00Z", 1)).toEqual([
      "night 2026-03-29T01:30:00.000Z",
    ]);
    expect(instants(nightly("Europe/London", "01:30"), "2027-03-27T00:00:00Z", 1)).toEqual([
      "night 2027-03-28T01:30:00.000Z",
    ]);
  });

  it("uses the first of a repeated time", () => {
    expect(instants(nightly("Europe/Paris", "02:30"), "2026-10-24T00:00:00Z", 1)).toEqual([
      "night 2026-10-25T00:30:00.000Z",
    ]);
    expect(instants(nightly("America/New_York", "01:30"), "2026-10-31T12:00:00Z", 1)).toEqual([
      "night 2026-11-01T05:30:00.000Z",
    ]);
  });
});

it("shows the local time of every occurrence in its zone, for any instant of ten years", () => {
  const start = Date.parse("2025-01-01T00:00:00Z");
  assert(
    property(
      constantFrom(...ZONES),
      integer({ min: 0, max: 3650 * 24 * 3600 }),
      // Clocks change between 01:00 and 03:00; tests above cover those times.
      integer({ min: 4, max: 23 }),
      (timeZone, seconds, hour) => {
        const clock = `${String(hour).padStart(2, "0")}:30`;
        const nowMs = start + seconds * 1000;
        const [next] = nextOccurrences(
          {
            timeZone,
            weekly: [{ id: "any", weekday: "sunday", start: clock, durationMinutes: 60 }],
          },
          nowMs,
          1,
        );
        if (!next) throw new Error("no occurrence");
        expect(shownIn(timeZone, next.startMs)).toBe(`Sun ${clock}`);
        expect(next.endMs).toBeGreaterThan(nowMs);
        expect(next.startMs - nowMs).toBeLessThanOrEqual((7 * 24 + 1) * 3_600_000);
      },
    ),
    { numRuns: 500 },
  );
});
