import { describe, expect, it } from "vitest";
import type { Ministry } from "#shared/site/ministry.ts";
import { serviceEvents } from "./service-events.domain.ts";

const NOW_MS = Date.parse("2026-11-21T12:34:56Z");
const BOTH = { en: "Prayer", fr: "Prière" };

const SERVICES: Ministry["services"] = {
  timeZone: "Europe/Paris",
  weekly: [{ id: "thursday", weekday: "thursday", start: "16:00", durationMinutes: 120 }],
};
const OTHER = { id: "prayer", title: BOTH, start: "18:30", durationMinutes: 60 };

const linesOf = (services: Partial<Ministry["services"]>): (readonly string[])[] =>
  serviceEvents({ ...SERVICES, ...services }, NOW_MS).map(({ uid, lines }) => [uid, ...lines]);

describe("service events", () => {
  it("removes a cancelled occurrence, adds an event for a moved one", () => {
    const exceptions = [
      { serviceId: "thursday", date: "2026-11-26", kind: "cancelled" as const },
      { serviceId: "thursday", date: "2026-12-24", kind: "moved" as const, newDate: "2026-12-23" },
      { serviceId: "thursday", date: "2026-12-31", kind: "moved" as const, newStart: "22:00" },
      // Not a Thursday: no effect.
      { serviceId: "thursday", date: "2026-11-27", kind: "cancelled" as const },
    ];
    expect(linesOf({ exceptions })).toEqual([
      [
        "service-thursday",
        "DTSTART;TZID=Europe/Paris:20260101T160000",
        "DURATION:PT120M",
        "RRULE:FREQ=WEEKLY;BYDAY=TH",
        "EXDATE;TZID=Europe/Paris:20261126T160000",
      ],
      [
        "service-thursday",
        "RECURRENCE-ID;TZID=Europe/Paris:20261224T160000",
        "DTSTART;TZID=Europe/Paris:20261223T160000",
        "DURATION:PT120M",
      ],
      [
        "service-thursday",
        "RECURRENCE-ID;TZID=Europe/Paris:20261231T160000",
        "DTSTART;TZID=Europe/Paris:20261231T220000",
        "DURATION:PT120M",
      ],
    ]);
  });

  it.each([
    [
      { kind: "months", weekday: "sunday", which: 1, every: 1, from: "2026-11-02" },
      ["DTSTART;TZID=Europe/Paris:20261206T183000", "RRULE:FREQ=MONTHLY;BYDAY=1SU"],
    ],
    [
      {
        kind: "months",
        weekday: "friday",
        which: -1,
        every: 3,
        from: "2026-11-01",
        until: "2027-06-30",
      },
      [
        "DTSTART;TZID=Europe/Paris:20261127T183000",
        "RRULE:FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=3;UNTIL=20270630T215900Z",
      ],
    ],
    [
      { kind: "weeks", weekday: "tuesday", every: 2, from: "2026-11-23" },
      ["DTSTART;TZID=Europe/Paris:20261124T183000", "RRULE:FREQ=WEEKLY;BYDAY=TU;INTERVAL=2"],
    ],
    [{ kind: "once", date: "2027-01-01" }, ["DTSTART;TZID=Europe/Paris:20270101T183000"]],
  ] as const)("%o", (rule, expected) => {
    const [, event] = linesOf({ others: [{ ...OTHER, rule }] });
    expect(event).toEqual(["service-prayer", expected[0], "DURATION:PT60M", ...expected.slice(1)]);
  });

  it("lists a feast for three years and keeps a cancelled one as cancelled", () => {
    const others = [{ ...OTHER, rule: { kind: "feast" as const, feast: "easter" as const } }];
    const exceptions = [{ serviceId: "prayer", date: "2027-03-28", kind: "cancelled" as const }];
    const [, ...events] = linesOf({ others, exceptions });
    expect(events.map(([uid, start, , ...more]) => [uid, start, ...more])).toEqual([
      ["service-prayer-2026", "DTSTART;TZID=Europe/Paris:20260405T183000"],
      ["service-prayer-2027", "DTSTART;TZID=Europe/Paris:20270328T183000", "STATUS:CANCELLED"],
      ["service-prayer-2028", "DTSTART;TZID=Europe/Paris:20280416T183000"],
    ]);
  });
});
