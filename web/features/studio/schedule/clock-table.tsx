import {
  nextOccurrences,
  offsetAt,
  type ServiceSchedule,
} from "#shared/live/service-schedule.domain.ts";
import { TriangleAlert } from "lucide-react";
import * as v from "valibot";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import { type WholeSchedule, wholeSchedule } from "#shared/studio/kinds/schedule.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useServiceTexts } from "./use-schedule.ts";

/** Time zones of followers, by the key of the city in the catalogue. */
const CITIES = {
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

const ROWS = 8;
const COLUMNS: readonly City[] = ["Harare", "Paris", "Kinshasa", "London", "NewYork"];

/** Local times of the next services in five cities, including unpublished changes. */
export function ClockTable({ schedule, now }: { schedule: WholeSchedule; now: number }) {
  const texts = useTexts(scheduleMessages);
  const isWhole = v.is(wholeSchedule, schedule);
  const rows = isWhole ? clockTable(schedule, now, ROWS) : [];
  return (
    <StudioCard title={texts.preview}>
      <p className="mb-3 text-ink-soft">{isWhole ? texts.previewText : texts.previewWrong}</p>
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard too
        <div className="wide-table" role="region" aria-label={texts.preview} tabIndex={0}>
          <table className="w-full min-w-2xl text-left text-sm">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="py-2 pr-4 font-semibold">
                  {texts.service}
                </th>
                {COLUMNS.map((city) => (
                  <th key={city} scope="col" className="py-2 pr-4 font-semibold">
                    {texts.cities[city]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={`${row.id} ${row.startMs}`} row={row} schedule={schedule} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="mt-3 text-sm text-ink-soft">{texts.clockNote}</p>
    </StudioCard>
  );
}

function Row({ row, schedule }: { row: ClockRow; schedule: WholeSchedule }) {
  const { language } = useSite();
  const texts = useTexts(scheduleMessages);
  const { nameOf } = useServiceTexts(schedule);
  const timeIn = (city: City): string =>
    new Date(row.startMs).toLocaleString(LANGUAGE_FACTS[language].locale, {
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "numeric",
      minute: "2-digit",
      timeZone: CITIES[city],
    });
  return (
    <tr className="border-b border-line align-top">
      <th scope="row" className="py-2 pr-4 font-medium first-letter:uppercase">
        {nameOf(row.id)}
      </th>
      {COLUMNS.map((city) => (
        <td key={city} className="py-2 pr-4 even-figures">
          <span>{timeIn(city)}</span>
          {row.shifted.includes(city) && (
            <TriangleAlert
              role="img"
              aria-label={texts.clockChange}
              className="ml-1 inline size-4 text-danger"
            />
          )}
        </td>
      ))}
    </tr>
  );
}
