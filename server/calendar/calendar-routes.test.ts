import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createCalendarRoutes } from "./calendar-routes.ts";

const NOW_MS = Date.parse("2026-11-21T12:34:56Z");
const WEEK_MS = 7 * 86_400_000;

type Options = { services?: Ministry["services"]; name?: string; nowMs?: number };

function request(path: string, { services, name, nowMs = NOW_MS }: Options = {}) {
  const ministry = testMinistry();
  const app = createCalendarRoutes({
    ministry: () => ({
      name: name ?? ministry.name,
      services: services ?? ministry.services,
    }),
    siteUrl: "https://tv.example",
    now: () => nowMs,
  });
  return app.request(path);
}

async function calendarAt(path: string, options?: Options): Promise<ICAL.Component> {
  const response = await request(path, options);
  return new ICAL.Component(ICAL.parse(await response.text()));
}

/** Starts of all series between two instants, computed by ical.js without zone data. */
function startsBetween(calendar: ICAL.Component, fromMs: number, untilMs: number): number[] {
  const zone = calendar.getFirstSubcomponent("vtimezone");
  if (!zone) throw new Error("The calendar has no VTIMEZONE");
  const timezone = new ICAL.Timezone(zone);
  return calendar
    .getAllSubcomponents("vevent")
    .flatMap((component) => {
      const event = new ICAL.Event(component);
      const found: number[] = [];
      const iterator = event.iterator();
      for (let next = iterator.next(); next; next = iterator.next()) {
        next.zone = timezone;
        const startMs = next.toUnixTime() * 1000;
        if (startMs >= untilMs) break;
        if (startMs >= fromMs) found.push(startMs);
      }
      return found;
    })
    .toSorted((a, b) => a - b);
}

function iso(instants: readonly number[]): string[] {
  return instants.map((ms) => new Date(ms).toISOString());
}

describe("/calendar.ics", () => {
  it("contains Thursday 4:00 PM and Sunday 10:00 AM, Paris time, every week", async () => {
    const calendar = await calendarAt("/calendar.ics");
    const events = calendar.getAllSubcomponents("vevent").map((part) => new ICAL.Event(part));
    expect(events.map(({ summary }) => summary)).toEqual([
      "Live service: Reign TV",
      "Live service: Reign TV",
    ]);
    expect(events.map(({ startDate }) => startDate.toString())).toEqual([
      "2026-01-01T16:00:00",
      "2026-01-04T10:00:00",
    ]);
    expect(events.map(({ startDate }) => startDate.zone?.tzid)).toEqual([
      "Europe/Paris",
      "Europe/Paris",
    ]);
    expect(events.map(({ duration }) => duration.toSeconds())).toEqual([7_200, 7_200]);
  });

  it.each([
    [
      "autumn",
      "2026-10-22",
      [
        "2026-10-22T14:00:00.000Z",
        "2026-10-25T09:00:00.000Z",
        "2026-10-29T15:00:00.000Z",
        "2026-11-01T09:00:00.000Z",
      ],
    ],
    [
      "spring",
      "2027-03-25",
      [
        "2027-03-25T15:00:00.000Z",
        "2027-03-28T08:00:00.000Z",
        "2027-04-01T14:00:00.000Z",
        "2027-04-04T08:00:00.000Z",
      ],
    ],
  ])("keeps the hour in Paris over the clock change of %s", async (_season, from, expected) => {
    const calendar = await calendarAt("/calendar.ics");
    const fromMs = Date.parse(from);
    expect(iso(startsBetween(calendar, fromMs, fromMs + 2 * WEEK_MS))).toEqual(expected);
  });

  it.each([
    "Europe/Paris",
    "America/New_York",
    "Africa/Harare",
    "Africa/Casablanca",
    "Europe/Dublin",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
  ])("agrees with the site's own countdown for five years in %s", async (timeZone) => {
    const services = { ...testMinistry().services, timeZone };
    const calendar = await calendarAt("/calendar.ics", { services });
    const fromMs = Date.parse("2026-02-03T00:00:00Z");
    const expected = nextOccurrences(services, fromMs, 520).map(({ startMs }) => startMs);
    const lastMs = expected.at(-1) ?? 0;
    expect(iso(startsBetween(calendar, fromMs, lastMs + 1))).toEqual(iso(expected));
  });

  it("gives Paris a rule instead of a list of changes, so that the file never expires", async () => {
    const text = await (await request("/calendar.ics")).text();
    expect(text).toContain("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n");
    expect(text).toContain("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n");
    expect(text).not.toContain("RDATE");
  });

  it.each([
    ["/calendar.ics", "Live service: Reign TV", "https://tv.example/live-tv"],
    ["/fr/calendar.ics", "Culte en direct\u00a0: Reign TV", "https://tv.example/fr/live-tv"],
    ["/calendar.ics?lang=fr", "Culte en direct\u00a0: Reign TV", "https://tv.example/fr/live-tv"],
    ["/calendar.ics?lang=tlh", "Live service: Reign TV", "https://tv.example/live-tv"],
  ])("has the requested language at %s", async (path, summary, url) => {
    const [event] = (await calendarAt(path)).getAllSubcomponents("vevent");
    expect(event?.getFirstPropertyValue("summary")).toBe(summary);
    expect(event?.getFirstPropertyValue("url")).toBe(url);
  });

  it.each([
    ["/calendar.ics", "The hall is closed\nWatch live: https://tv.example/live-tv"],
    ["/fr/calendar.ics", "The hall is closed\n"],
  ])("explains a moved service at %s, in an available language", async (path, description) => {
    const { services } = testMinistry();
    const moved = { serviceId: "thursday", date: "2026-11-26", kind: "moved" as const };
    const exceptions = [{ ...moved, newStart: "18:00", note: { en: "The hall is closed" } }];
    const calendar = await calendarAt(path, { services: { ...services, exceptions } });
    const told = calendar
      .getAllSubcomponents("vevent")
      .map((event) => String(event.getFirstPropertyValue("description")))
      .filter((text) => text.includes("The hall"));
    expect(told).toEqual([expect.stringContaining(description)]);
  });

  it("keeps its UIDs over time and languages, so that a second import replaces the first", async () => {
    const uids = async (path: string, options?: Options) =>
      (await calendarAt(path, options))
        .getAllSubcomponents("vevent")
        .map((event) => event.getFirstPropertyValue("uid"));
    const expected = ["service-thursday@tv.example", "service-sunday@tv.example"];
    expect(await uids("/calendar.ics")).toEqual(expected);
    expect(await uids("/fr/calendar.ics", { nowMs: NOW_MS + 52 * WEEK_MS })).toEqual(expected);
  });

  it("escapes and folds the ministry's texts between characters", async () => {
    const name = "Église; du Règne, \\ « là où Jésus-Christ est Roi » \u{1F451}\u{1F451}\u{1F451}";
    const text = await (await request("/calendar.ics", { name })).text();
    const lines = text.split("\r\n");
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(lines.every((line) => !/[\r\n]/.test(line))).toBe(true);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).not.toContain("\uFFFD");
    const calendar = new ICAL.Component(ICAL.parse(text));
    const [event] = calendar.getAllSubcomponents("vevent");
    expect(event?.getFirstPropertyValue("summary")).toBe(`Live service: ${name}`);
  });

  it("allows caching for an hour and responds 304 on the same day", async () => {
    const first = await request("/calendar.ics");
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const app = createCalendarRoutes({
      ministry: testMinistry,
      siteUrl: "https://tv.example",
      now: () => NOW_MS + 3_600_000,
    });
    const again = await app.request("/calendar.ics", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });
});
