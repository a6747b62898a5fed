import {
  nextOccurrences,
  offsetAt,
  type ServiceSchedule,
} from "#shared/live/service-schedule.domain.ts";

/** Where followers live, by the name of the city in the catalogue. */
export const CITIES = {
  Harare: "Africa/Harare",
  Paris: "Europe/Paris",
  Kinshasa: "Africa/Kinshasa",
  London: "Europe/London",
  NewYork: "America/New_York",
} as const;

export type City = keyof typeof CITIES;

/** A coming service with what makes it another hour than the one before it in a city. */
export type ClockRow = {
  id: string;
  startMs: number;
  /** Cities whose clocks have changed against the ministry's since the service before. */
  shifted: readonly City[];
};

/**
 * The next services of a schedule, each with the cities in which a clock change moves it.
 *
 * @param nowMs milliseconds since the epoch.
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
