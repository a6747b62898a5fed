import { clsx } from "clsx";
import { DEVOTIONAL_DAYS, DEVOTIONAL_MONTH } from "#shared/devotional/devotional.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { CELL, cellTone } from "./day-cell.ts";
import { ReadLegend, ReadMark } from "./page-parts.tsx";
import { useReadDays } from "./use-read-days.ts";
import { monthName } from "#shared/devotional/date-names.ts";

const DAYS = Array.from({ length: DEVOTIONAL_DAYS }, (_, index) => index + 1);

type DayGridProps = {
  selected: number;
  today: number;
  /** Days that have an entry; the others are paler. */
  filled: ReadonlySet<number>;
  /** The calendar day ("2026-06-14") that a day is read on. */
  dateOf: (day: number) => string;
};

/** Days 1 to 30 as links, labelled June 2025 (S9.15). */
export function DayGrid({ selected, today, filled, dateOf }: DayGridProps) {
  const texts = useTexts(devotionalMessages);
  const { language } = useSite();
  const read = useReadDays();
  return (
    <nav aria-label={texts.chooseDay}>
      <h2 className="text-lg font-bold tracking-tight">{monthName(DEVOTIONAL_MONTH, language)}</h2>
      <ul className="mt-3 grid grid-cols-7 gap-1.5 sm:grid-cols-10 lg:grid-cols-6">
        {DAYS.map((day) => (
          <li key={day}>
            <Link
              to={`/devotional?day=${day}`}
              preventScrollReset
              aria-label={read.has(dateOf(day)) ? texts.dayRead(texts.day(day)) : texts.day(day)}
              aria-current={day === selected ? "page" : undefined}
              className={clsx(
                CELL,
                cellTone({
                  isSelected: day === selected,
                  isToday: day === today,
                  isFilled: filled.has(day),
                }),
              )}
            >
              <span>{day}</span>
              {read.has(dateOf(day)) && <ReadMark />}
            </Link>
          </li>
        ))}
      </ul>
      {DAYS.some((day) => read.has(dateOf(day))) && <ReadLegend />}
    </nav>
  );
}
