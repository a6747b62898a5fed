import { type Language, localisedPath } from "#shared/languages.ts";
import { calendarMessages } from "#shared/messages/calendar.ts";
import type { Ministry, ServiceTime } from "#shared/site/ministry.ts";
import { calendarText, localTime, textValue, utcTime } from "./calendar-lines.domain.ts";
import { zoneLines } from "./zone-lines.domain.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "#server/kit/durations.ts";

/** The year from which services are in the calendar; a series keeps its first day for good. */
const FIRST_YEAR = 2026;

const WEEKDAY_CODES = {
  sunday: "SU",
  monday: "MO",
  tuesday: "TU",
  wednesday: "WE",
  thursday: "TH",
  friday: "FR",
  saturday: "SA",
} as const satisfies Record<ServiceTime["weekday"], string>;

export type ServicesCalendar = {
  ministry: Pick<Ministry, "name" | "services">;
  siteUrl: string;
  language: Language;
  /** When the calendar is handed out; milliseconds since the epoch. */
  nowMs: number;
};

/**
 * The weekly services as an iCalendar file (RFC 5545). Each is a series by wall clock and zone, so
 * that its hour stays right across clock changes; its UID names the service and the site, so that a
 * second import replaces the first, in either language.
 */
export function servicesCalendar({ ministry, siteUrl, language, nowMs }: ServicesCalendar): string {
  const texts = calendarMessages[language];
  const { name, services } = ministry;
  const watchUrl = `${siteUrl}${localisedPath("/live-tv", language)}`;
  const eventLines = ({ id, weekday, start, durationMinutes }: ServiceTime): string[] => [
    "BEGIN:VEVENT",
    `UID:service-${id}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${utcTime(startOfDay(nowMs))}`,
    `DTSTART;TZID=${services.timeZone}:${localTime(firstStart(weekday, start))}`,
    `DURATION:PT${durationMinutes}M`,
    `RRULE:FREQ=WEEKLY;BYDAY=${WEEKDAY_CODES[weekday]}`,
    `SUMMARY:${textValue(texts.service(name))}`,
    `DESCRIPTION:${textValue(texts.description(watchUrl))}`,
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
    ...services.weekly.flatMap(eventLines),
    "END:VCALENDAR",
  ]);
}

/** Wall clock of the first service of a series, as if it were UTC. */
function firstStart(weekday: ServiceTime["weekday"], start: string): number {
  const newYear = Date.UTC(FIRST_YEAR, 0);
  const wanted = Object.keys(WEEKDAY_CODES).indexOf(weekday);
  const daysUntil = (wanted - new Date(newYear).getUTCDay() + 7) % 7;
  const [hours, minutes] = start.split(":").map(Number);
  return newYear + daysUntil * DAY_MS + (hours ?? 0) * HOUR_MS + (minutes ?? 0) * MINUTE_MS;
}

/** The stamp changes once a day, so that a calendar that did not change is not sent again. */
function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}
