import {
  nextOccurrences,
  offsetAt,
  type ServiceSchedule,
} from "#shared/live/service-schedule.domain.ts";

/** Time zones of followers, by the key of the city in the catalogue. */
export const CITIES = {
  Harare: "Africa/Harare",
  Paris: "Europe/Paris",
  Kinshasa: "Africa/Kinshasa",
  London: "Europe/London",
  NewYork: "America/New_York",
} as const;

export type City = keyof typeof CITIES;

/** Coming service with the cities in which its local time changes. */
export type ClockRow = {
  id: string;
  startMs: number;
  /** Cities whose offset to the ministry changed since the previous service. */
  shifted: readonly City[];
};

/**
 * Returns the next services, each with the cities in which a clock change moves it. @param nowMs
 * milliseconds since the epoch.
 */
export function clockTable(services: ServiceSchedule, nowMs: number, count: number): ClockRow[] {
  const coming = nextOccurrences(services, nowMs, count);
  const distance = (city: City, ms: number): number =>
    offsetAt(CITIES[city], ms) - offsetAt(services.timeZone, ms);
  const cities: readonly City[] = ["Harare", "Paris", "Kinshasa", "London", "NewYork"];
  return coming.map(({ id, startMs }, index) => {
    const before = coming[index - 1]?.startMs ?? nowMs;
    return {
      id,
      startMs,
      shifted: cities.filter((city) => distance(city, before) !== distance(city, startMs)),
    };
  });
}
