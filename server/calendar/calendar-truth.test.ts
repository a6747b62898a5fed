import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { type Feast, FEASTS, WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import { isHeldOn, nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { servicesCalendar } from "./calendar-routes.ts";

/**
 * Pages and countdown compute times with `nextOccurrences`, calendar apps by RFC 5545. Both must agree for every
 * schedule.
 */

const NOW_MS = Date.parse("2026-11-23T12:00:00Z");
const DAY_MS = 86_400_000;
/** Two clock changes in each zone that has them, and each feast once. */
const UNTIL_MS = NOW_MS + 380 * DAY_MS;
const ZONES = ["Europe/Paris", "Africa/Harare", "America/New_York", "Europe/London"] as const;
const BOTH = { en: "Service", fr: "Culte" };

type Services = Ministry["services"];
type Random = (below: number) => number;

/** Deterministic: Lehmer's generator. */
function randomOf(seed: number): Random {
  let state = (seed * 48_271) % 2_147_483_647;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function pick<Value>(random: Random, values: readonly [Value, ...Value[]]): Value {
  return values[random(values.length)] ?? values[0];
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function scheduleOf(seed: number): Services {
  const random = randomOf(seed);
  // From 4:00 on: ical.js differs from RFC 5545, 3.3.5 in hours that a clock change skips or repeats.
  const clock = () =>
    `${String(4 + random(20)).padStart(2, "0")}:${pick(random, ["00", "15", "30", "45"])}`;
  const times = (id: string) => ({ id, start: clock(), durationMinutes: 30 + random(6) * 30 });
  const weekday = () => pick(random, WEEKDAYS);
  const from = () => dayText(NOW_MS - random(200) * DAY_MS);
  const until = () => dayText(NOW_MS + (100 + random(200)) * DAY_MS);
  const feast: Feast = pick(random, FEASTS);
  const services: Services = {
    timeZone: pick(random, ZONES),
    weekly: [
      { ...times("one"), weekday: weekday() },
      { ...times("two"), weekday: weekday() },
    ],
    others: [
      {
        ...times("month"),
        title: BOTH,
        rule: {
          kind: "months",
          weekday: weekday(),
          which: pick(random, [1, 2, 3, 4, -1]),
          every: 1 + random(4),
          from: from(),
        },
      },
      {
        ...times("weeks"),
        title: BOTH,
        rule: {
          kind: "weeks",
          weekday: weekday(),
          every: 2 + random(3),
          from: from(),
          until: until(),
        },
      },
      {
        ...times("single"),
        title: BOTH,
        rule: { kind: "once", date: dayText(NOW_MS + (1 + random(300)) * DAY_MS) },
      },
      { ...times("feast"), title: BOTH, rule: { kind: "feast", feast } },
    ],
  };
  return { ...services, exceptions: exceptionsOf(services, random, clock) };
}

/** Random exceptions: cancelled, or moved by up to five days. */
function exceptionsOf(
  services: Services,
  random: Random,
  clock: () => string,
): NonNullable<Services["exceptions"]> {
  const ids = [...services.weekly, ...(services.others ?? [])].map(({ id }) => id);
  return Array.from({ length: 370 }, (_, index) => dayText(NOW_MS + (index + 6) * DAY_MS)).flatMap(
    (date) =>
      ids
        .filter((id) => isHeldOn(services, id, date) && random(4) === 0)
        .map((serviceId) =>
          random(2) === 0
            ? { serviceId, date, kind: "cancelled" as const }
            : {
                serviceId,
                date,
                kind: "moved" as const,
                newDate: dayText(Date.parse(date) + (random(11) - 5) * DAY_MS),
                newStart: clock(),
              },
        ),
  );
}

/** Occurrences in the file as ical.js computes them, for example "one 2026-11-26T15:00:00.000Z". */
function byCalendar(services: Services): string[] {
  const calendar = new ICAL.Component(
    ICAL.parse(
      servicesCalendar({
        ministry: { name: "Reign TV", services },
        siteUrl: "https://tv.example",
        language: "en",
        nowMs: NOW_MS,
      }),
    ),
  );
  const zone = calendar.getFirstSubcomponent("vtimezone");
  if (!zone) throw new Error("The calendar has no VTIMEZONE");
  const timezone = new ICAL.Timezone(zone);
  const parts = calendar.getAllSubcomponents("vevent").filter(isHeld);
  const changes = parts.filter((part) => part.getFirstProperty("recurrence-id") !== null);
  return parts
    .filter((part) => !changes.includes(part))
    .flatMap((part) => {
      const uid = String(part.getFirstPropertyValue("uid"));
      const event = new ICAL.Event(part, { exceptions: changes.filter(hasUid(uid)) });
      const id = /^service-(?<id>[a-z]+)/.exec(uid)?.groups?.["id"] ?? uid;
      return startsOf(event, timezone).map((ms) => ({ id, ms }));
    })
    .filter(({ ms }) => ms > NOW_MS && ms < UNTIL_MS)
    .map(({ id, ms }) => `${id} ${new Date(ms).toISOString()}`)
    .toSorted();
}

function isHeld(part: ICAL.Component): boolean {
  return part.getFirstPropertyValue("status") !== "CANCELLED";
}

function hasUid(uid: string): (part: ICAL.Component) => boolean {
  return (part) => part.getFirstPropertyValue("uid") === uid;
}

function startsOf(event: ICAL.Event, timezone: ICAL.Timezone): number[] {
  const found: number[] = [];
  const iterator = event.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const planned = next.clone();
    const { startDate } = event.getOccurrenceDetails(planned);
    startDate.zone = timezone;
    found.push(startDate.toUnixTime() * 1_000);
    // A later occurrence may be moved before the end.
    if (planned.toJSDate().getTime() > UNTIL_MS + 14 * DAY_MS) break;
  }
  return found;
}

function byPages(services: Services): string[] {
  return nextOccurrences(services, NOW_MS, 400)
    .filter(({ startMs }) => startMs > NOW_MS && startMs < UNTIL_MS)
    .map(({ id, startMs }) => `${id} ${new Date(startMs).toISOString()}`)
    .toSorted();
}

describe("calendar file and pages", () => {
  it.each([1, 2, 3, 4])("schedule %i", (seed) => {
    const services = scheduleOf(seed);
    const pages = byPages(services);
    expect(pages.length).toBeGreaterThan(60);
    expect(byCalendar(services)).toEqual(pages);
  });
});
