import { useState } from "react";
import { DEVOTIONAL_DAYS, DEVOTIONAL_MONTH } from "#shared/devotional/devotional.ts";
import { monthName } from "#shared/devotional/date-names.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { DayCell, DayPicker, useDaysInView, WEEK_DAYS } from "./day-picker.tsx";
import { useReadDays } from "./use-read-days.ts";

/** The days of the grid. */
export const GRID_DAYS: readonly number[] = Array.from(
  { length: DEVOTIONAL_DAYS },
  (_, index) => index + 1,
);

const LAST_WEEK = DEVOTIONAL_DAYS - WEEK_DAYS + 1;

type NumberedDaysProps = {
  selected: number;
  today: number;
  /** Days that have an entry; the others are paler. */
  filled: ReadonlySet<number>;
  /** The calendar day ("2026-06-14") that a day is read on. */
  dateOf: (day: number) => string;
};

/** Days 1 to 30, labelled June 2025 (S9.15): seven of them, which open into the whole grid. */
export function NumberedDays({ selected, today, filled, dateOf }: NumberedDaysProps) {
  const texts = useTexts(devotionalMessages);
  const { language } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const [first, show] = useDaysInView(selected, weekStart(selected));
  const read = useReadDays();
  const days = isOpen ? GRID_DAYS : GRID_DAYS.slice(first - 1, first - 1 + WEEK_DAYS);
  return (
    <DayPicker
      title={monthName(DEVOTIONAL_MONTH, language)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      arrows={
        isOpen
          ? undefined
          : {
              back: {
                label: texts.previousWeek,
                isDisabled: first === 1,
                onPress: () => show(Math.max(1, first - WEEK_DAYS)),
              },
              on: {
                label: texts.nextWeek,
                isDisabled: first === LAST_WEEK,
                onPress: () => show(Math.min(LAST_WEEK, first + WEEK_DAYS)),
              },
            }
      }
      hasReadDays={days.some((day) => read.has(dateOf(day)))}
    >
      <ul className="day-grid">
        {days.map((day) => (
          <li key={day}>
            <DayCell
              to={`/devotional?day=${day}`}
              label={texts.day(day)}
              number={day}
              isFilled={filled.has(day)}
              isSelected={day === selected}
              isToday={day === today}
              isRead={read.has(dateOf(day))}
            />
          </li>
        ))}
      </ul>
    </DayPicker>
  );
}

/** Returns the first day of the week in view: a row of the grid, or its last seven days. */
function weekStart(day: number): number {
  return Math.min(day - ((day - 1) % WEEK_DAYS), LAST_WEEK);
}
