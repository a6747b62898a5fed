import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import {
  dayOfMonth,
  daysOfMonth,
  devotionalPath,
  monthAfter,
  monthOf,
  weekdayOffset,
} from "#shared/devotional/devotional-date.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { dayName, monthName, weekdayInitials } from "#shared/devotional/date-names.ts";
import { CELL, cellTone, ReadLegend, ReadMark } from "./page-parts.tsx";
import { publishedMonthQuery } from "./devotional.data.ts";
import { useReadDays } from "./use-read-days.ts";

/** A month with real dates; days with a published devotional are links. Months can be turned. */
export function MonthCalendar({ selected, today }: { selected: string; today: string }) {
  const texts = useTexts(devotionalMessages);
  const site = useSite();
  const { language } = site;
  const [month, setMonth] = useState(monthOf(selected));
  const { data } = useQuery(publishedMonthQuery(site, month));
  const read = useReadDays();
  const days = daysOfMonth(month);
  const titles = new Map(data?.map(({ date, title }) => [date, title]));
  return (
    <nav aria-label={texts.chooseDay}>
      <div className="flex items-center justify-between gap-2">
        <h2 aria-live="polite" className="text-lg font-bold tracking-tight">
          {monthName(month, language)}
        </h2>
        <div className="-mr-2 flex">
          <IconButton label={texts.previousMonth} onClick={() => setMonth(monthAfter(month, -1))}>
            <ChevronLeft aria-hidden className="size-5" />
          </IconButton>
          <IconButton
            label={texts.nextMonth}
            disabled={month >= monthOf(today)}
            onClick={() => setMonth(monthAfter(month, 1))}
          >
            <ChevronRight aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      <div aria-hidden className="mt-3 grid grid-cols-7 gap-1 text-center text-xs text-ink-soft">
        {weekdayInitials(language).map((initial, index) => (
          <span key={`${initial}-${index}`}>{initial}</span>
        ))}
      </div>
      <ul className="mt-1 grid grid-cols-7 gap-1">
        {Array.from({ length: weekdayOffset(month) }, (_, index) => (
          <li key={`blank-${index}`} aria-hidden />
        ))}
        {days.map((day) => (
          <li key={day}>
            <CalendarDay
              day={day}
              label={texts.dayTitled(dayName(day, language), titles.get(day) ?? "")}
              isPublished={titles.has(day)}
              isRead={read.has(day)}
              isSelected={day === selected}
              isToday={day === today}
            />
          </li>
        ))}
      </ul>
      {days.some((day) => titles.has(day) && read.has(day)) && <ReadLegend />}
    </nav>
  );
}

type CalendarDayProps = {
  day: string;
  label: string;
  isPublished: boolean;
  isRead: boolean;
  isSelected: boolean;
  isToday: boolean;
};

function CalendarDay({ day, label, isPublished, isRead, isSelected, isToday }: CalendarDayProps) {
  const texts = useTexts(devotionalMessages);
  const className = clsx(CELL, cellTone({ isSelected, isToday, isFilled: isPublished }));
  if (!isPublished) {
    return <span className={clsx(className, "hover:bg-transparent")}>{dayOfMonth(day)}</span>;
  }
  return (
    <Link
      to={devotionalPath(day)}
      preventScrollReset
      aria-label={isRead ? texts.dayRead(label) : label}
      aria-current={isSelected ? "page" : undefined}
      className={className}
    >
      <span>{dayOfMonth(day)}</span>
      {isRead && <ReadMark />}
    </Link>
  );
}
