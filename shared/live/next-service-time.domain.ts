import { nextOccurrences, type ServiceSchedule } from "./service-schedule.domain.ts";

/** When the next service begins, in words. */
export type ServiceTimeWords = {
  /** ISO instant. */
  start: string;
  /** In the ministry's own zone, which it names: "Thursday 26 November, 16:00 CET". */
  text: string;
};

/** The next service that has not begun, or the one that runs; null where none is known. */
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

/** Weekday, day and hour of an instant; where nothing else is said, in the zone of whoever reads it. */
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
