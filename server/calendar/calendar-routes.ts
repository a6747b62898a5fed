import { textIn } from "#shared/site/localized-text.domain.ts";
import { type Language, localisedPath, LANGUAGES } from "#shared/languages.ts";
import { calendarMessages } from "#shared/messages/calendar.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { calendarText, textValue, utcTime, zoneLines } from "./calendar-lines.domain.ts";
import { FIRST_YEAR, type ServiceEvent, serviceEvents } from "./service-events.domain.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { type Context, Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";

type ServicesCalendar = {
  ministry: Pick<Ministry, "name" | "services">;
  siteUrl: string;
  language: Language;
  /** Time of the response; milliseconds since the epoch. */
  nowMs: number;
};

/**
 * The services as an iCalendar file (RFC 5545). Each is a series in local time, so that its hour stays right across
 * clock changes. Its UID contains the service and the site, so that a second import replaces the first in either
 * language; SEQUENCE rises with each change in the studio.
 */
export function servicesCalendar({ ministry, siteUrl, language, nowMs }: ServicesCalendar): string {
  const texts = calendarMessages[language];
  const { name, services } = ministry;
  const watchUrl = `${siteUrl}${localisedPath("/live-tv", language)}`;
  const noteLine = (note: NonNullable<ServiceEvent["note"]>): string => {
    const localized = textIn(note, language);
    return localized === null ? "" : `${localized.text}\n`;
  };
  const eventLines = ({ uid, lines, title, note = {} }: ServiceEvent): string[] => [
    "BEGIN:VEVENT",
    `UID:${uid}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${utcTime(startOfDay(nowMs))}`,
    `SEQUENCE:${services.revision ?? 0}`,
    ...lines,
    `SUMMARY:${textValue(title === undefined ? texts.service(name) : title[language])}`,
    `DESCRIPTION:${textValue(`${noteLine(note)}${texts.description(watchUrl)}`)}`,
    `LOCATION:${textValue(watchUrl)}`,
    `URL:${watchUrl}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
  return calendarText([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${textValue(name)}//Live services//${language.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${textValue(texts.title(name))}`,
    `X-WR-CALNAME:${textValue(texts.title(name))}`,
    `X-WR-TIMEZONE:${services.timeZone}`,
    "REFRESH-INTERVAL;VALUE=DURATION:P1D",
    "X-PUBLISHED-TTL:P1D",
    ...zoneLines(services.timeZone, FIRST_YEAR),
    ...serviceEvents(services, nowMs).flatMap(eventLines),
    "END:VCALENDAR",
  ]);
}

/** The stamp changes once a day, so that an unchanged calendar is a 304. */
function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

type CalendarDeps = {
  ministry: () => Pick<Ministry, "name" | "services">;
  siteUrl: string;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

const PATH = "/calendar.ics";
const HEADERS = {
  "Content-Type": "text/calendar; charset=utf-8",
  "Content-Disposition": 'inline; filename="live-services.ics"',
  // Clients must see a cancelled service at once; an unchanged file is a 304.
  "Cache-Control": CACHE.checked,
  // Web calendars on other sites read it in the browser.
  ...PUBLIC_HEADERS,
};

/**
 * `GET /calendar.ics`: the services as an iCalendar file, to import or to subscribe to. French at `/fr/calendar.ics` or
 * with `?lang=fr`; an unknown language falls back to that of the path.
 */
export function createCalendarRoutes({ ministry, siteUrl, now }: CalendarDeps): Hono {
  const app = new Hono();

  function send(context: Context, pathLanguage: Language): Promise<Response> {
    const requested = context.req.query("lang");
    const language = LANGUAGES.find((known) => known === requested) ?? pathLanguage;
    const text = servicesCalendar({ ministry: ministry(), siteUrl, language, nowMs: now() });
    return sendPrecompressed(context, precompress(text, "passing"), HEADERS);
  }

  for (const language of LANGUAGES) {
    app.get(localisedPath(PATH, language), (context) => send(context, language));
  }
  return app;
}
