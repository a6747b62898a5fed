import { nextOccurrences, type ServiceSchedule } from "./service-schedule.domain.ts";

/** Start of the next service, formatted. */
export type ServiceTimeWords = {
  /** ISO instant. */
  start: string;
  /** In the ministry's zone with its name: "Thursday 26 November, 16:00 CET". */
  text: string;
};

/** Returns the current or next service, or null. */
export function nextServiceTime(
  services: ServiceSchedule,
  locale: string,
  nowMs: number,
): ServiceTimeWords | null {
  const [service] = nextOccurrences(services, nowMs, 1);
  if (service === undefined) return null;
  const zoned = { timeZone: services.timeZone, timeZoneName: "short" } as const;
  return {
    start: new Date(service.startMs).toISOString(),
    text: serviceTimeText(locale, service.startMs, zoned),
  };
}

/** Formats weekday, day and hour, in the reader's time zone by default. */
export function serviceTimeText(
  locale: string,
  startMs: number,
  zone: Intl.DateTimeFormatOptions = {},
): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    ...zone,
  });
  return format.format(startMs);
}
