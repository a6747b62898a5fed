import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  dayAfter,
  dayOfMonth,
  daysOfMonth,
  devotionalPath,
  mondayOf,
  monthAfter,
  monthOf,
  weekdayOffset,
} from "#shared/devotional/devotional-date.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { dayName, monthName, weekdayInitials } from "#shared/devotional/date-names.ts";
import { type Arrow, DayCell, DayPicker, useDaysInView, WEEK_DAYS } from "./day-picker.tsx";
import { publishedMonthQuery } from "./devotional.data.ts";
import { useReadDays } from "./use-read-days.ts";

/**
 * Days with real dates; those with a published devotional are links. The week of the selected day
 * opens into its month.
 */
export function DatedDays({ selected, today }: { selected: string; today: string }) {
  const texts = useTexts(devotionalMessages);
  const { language } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  // A day of the week or month in view.
  const [shown, show] = useDaysInView(selected, selected);
  const read = useReadDays();
  const month = monthOf(shown);
  const days = isOpen ? daysOfMonth(month) : weekOf(shown);
  const titles = useTitles(days);
  const arrows = isOpen
    ? monthArrows({ month, today, texts, show })
    : weekArrows({ shown, today, texts, show });

  function toggle() {
    show(selected);
    setIsOpen(!isOpen);
  }

  return (
    <DayPicker
      title={monthName(month, language)}
      isOpen={isOpen}
      onToggle={toggle}
      arrows={arrows}
      hasReadDays={days.some((day) => titles.has(day) && read.has(day))}
    >
      <div aria-hidden className="day-grid mt-1 text-center text-xs text-ink-soft">
        {weekdayInitials(language).map((initial, index) => (
          <span key={`${initial}-${index}`}>{initial}</span>
        ))}
      </div>
      <ul className="day-grid">
        {Array.from({ length: isOpen ? weekdayOffset(month) : 0 }, (_, index) => (
          <li key={`blank-${index}`} aria-hidden />
        ))}
        {days.map((day) => (
          <li key={day}>
            <DayCell
              to={titles.has(day) ? devotionalPath(day) : undefined}
              label={texts.dayTitled(dayName(day, language), titles.get(day) ?? "")}
              number={dayOfMonth(day)}
              isSelected={day === selected}
              isToday={day === today}
              isRead={read.has(day)}
            />
          </li>
        ))}
      </ul>
    </DayPicker>
  );
}

function weekOf(day: string): string[] {
  const monday = mondayOf(day);
  return Array.from({ length: WEEK_DAYS }, (_, index) => dayAfter(monday, index));
}

/** Returns the titles of the published days; a week can belong to two months. */
function useTitles(days: readonly string[]): ReadonlyMap<string, string> {
  const site = useSite();
  const first = useQuery(publishedMonthQuery(site, monthOf(days.at(0) ?? "")));
  const last = useQuery(publishedMonthQuery(site, monthOf(days.at(-1) ?? "")));
  const published = [...(first.data ?? []), ...(last.data ?? [])];
  return new Map(published.map(({ date, title }) => [date, title]));
}

type ArrowText = "previousMonth" | "nextMonth" | "previousWeek" | "nextWeek";

type ArrowOptions = {
  today: string;
  texts: Readonly<Record<ArrowText, string>>;
  show: (day: string) => void;
};

/** Later months than the current one have nothing to read. */
function monthArrows({ month, today, texts, show }: ArrowOptions & { month: string }): {
  back: Arrow;
  on: Arrow;
} {
  return {
    back: { label: texts.previousMonth, onPress: () => show(`${monthAfter(month, -1)}-01`) },
    on: {
      label: texts.nextMonth,
      isDisabled: month >= monthOf(today),
      onPress: () => show(`${monthAfter(month, 1)}-01`),
    },
  };
}

function weekArrows({ shown, today, texts, show }: ArrowOptions & { shown: string }): {
  back: Arrow;
  on: Arrow;
} {
  const nextMonday = dayAfter(mondayOf(shown), WEEK_DAYS);
  return {
    back: { label: texts.previousWeek, onPress: () => show(dayAfter(shown, -WEEK_DAYS)) },
    on: {
      label: texts.nextWeek,
      isDisabled: monthOf(nextMonday) > monthOf(today),
      onPress: () => show(dayAfter(shown, WEEK_DAYS)),
    },
  };
}
