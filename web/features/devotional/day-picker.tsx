import { clsx } from "clsx";
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import "./devotional.css";

/** Days of the strip, and columns of the calendar. */
export const WEEK_DAYS = 7;

/** An arrow to earlier or later days. */
export type Arrow = { label: string; isDisabled?: boolean; onPress: () => void };

/**
 * Returns the days in view and a setter. They belong to the selected day: another one shows its own.
 *
 * @param initial the days in view until an arrow is pressed
 */
export function useDaysInView<Days>(
  selected: string | number,
  initial: Days,
): [Days, (days: Days) => void] {
  const [turned, setTurned] = useState({ selected, days: initial });
  const days = turned.selected === selected ? turned.days : initial;
  return [days, (next) => setTurned({ selected, days: next })];
}

type DayPickerProps = {
  /** Name of the month. Pressing it opens or closes the calendar. */
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Undefined where all days are visible. */
  arrows?: { back: Arrow; on: Arrow } | undefined;
  /** Shows the legend of the dot. */
  hasReadDays: boolean;
  children: ReactNode;
};

/** Days to choose from: the strip of a week, which opens into the whole calendar. */
export function DayPicker({
  title,
  isOpen,
  onToggle,
  arrows,
  hasReadDays,
  children,
}: DayPickerProps) {
  const texts = useTexts(devotionalMessages);
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <nav aria-label={texts.chooseDay}>
      <div className="flex min-h-11 items-center justify-between gap-2 px-2">
        <h2 aria-live="polite" className="min-w-0 text-lg font-bold tracking-tight">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="inline-flex min-h-11 items-center gap-1.5 text-left hover:text-brand"
          >
            <span>{title}</span>
            <Chevron aria-hidden className="size-5 shrink-0 text-ink-soft" />
          </button>
        </h2>
        {arrows && (
          <div className="flex shrink-0">
            <ArrowButton {...arrows.back}>
              <ChevronLeft aria-hidden className="size-5" />
            </ArrowButton>
            <ArrowButton {...arrows.on}>
              <ChevronRight aria-hidden className="size-5" />
            </ArrowButton>
          </div>
        )}
      </div>
      {children}
      {hasReadDays && (
        <p aria-hidden className="mt-2 flex items-center gap-2 px-2 text-xs text-ink-soft">
          <span className="day-dot" />
          {texts.read}
        </p>
      )}
    </nav>
  );
}

function ArrowButton({ label, isDisabled, onPress, children }: Arrow & { children: ReactNode }) {
  return (
    <IconButton label={label} disabled={isDisabled} onClick={onPress}>
      {children}
    </IconButton>
  );
}

type DayCellProps = {
  /** Path of the day; undefined for a day without a devotional. */
  to: string | undefined;
  label: string;
  number: number;
  /** False for a day that is a link but has no entry. */
  isFilled?: boolean;
  isSelected: boolean;
  isToday: boolean;
  isRead: boolean;
};

/** One day: a link, or a paler number when the day has nothing to read. */
export function DayCell({
  to,
  label,
  number,
  isFilled = true,
  isSelected,
  isToday,
  isRead,
}: DayCellProps) {
  const texts = useTexts(devotionalMessages);
  const tone = clsx(
    "relative flex size-11 max-w-full items-center justify-center rounded-full",
    isSelected ? "bg-brand font-bold text-on-brand" : "hover:bg-raised",
    isToday && !isSelected && "day-today",
  );
  const shape = "flex h-11 items-center justify-center even-figures";
  const current = isSelected ? "page" : isToday ? "date" : undefined;
  if (to === undefined) {
    return (
      <span aria-current={current} className={clsx(shape, "pointer-events-none text-ink-soft")}>
        <span className={tone}>{number}</span>
      </span>
    );
  }
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={isRead ? texts.dayRead(label) : label}
      aria-current={current}
      className={clsx(shape, "rounded-full", isFilled ? "font-semibold" : "text-ink-soft")}
    >
      <span className={tone}>
        {number}
        {isRead && <span aria-hidden className="day-dot" />}
      </span>
    </Link>
  );
}
