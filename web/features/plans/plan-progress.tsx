import { clsx } from "clsx";
import type { PlanState } from "./plan-run.domain.ts";
import { calendarDay, daysOfMonth, monthOf } from "#shared/devotional/devotional-date.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

type MonthDotsProps = {
  /** Times of readings; milliseconds since 1970. */
  readAt: Iterable<number>;
  today: string;
};

/**
 * A dot for each day of this month, filled when something was read; renders nothing in a month
 * without any.
 */
export function MonthDots({ readAt, today }: MonthDotsProps) {
  const texts = useTexts(planMessages);
  const readDays = new Set([...readAt].map((atMs) => calendarDay(atMs)));
  const days = daysOfMonth(monthOf(today));
  const count = days.filter((day) => readDays.has(day)).length;
  if (count === 0) return null;
  return (
    <div>
      <div aria-hidden className="flex flex-wrap gap-1.5">
        {days.map((day) => (
          <span
            key={day}
            className={clsx(
              "size-4 rounded-full border",
              readDays.has(day) ? "border-line bg-brand" : "border-line bg-raised",
            )}
          />
        ))}
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">{texts.monthRead(count)}</p>
    </div>
  );
}

type ProgressLineProps = { state: PlanState; length: number };

/** Progress of a plan: today's day, and the days read. */
export function ProgressLine({ state, length }: ProgressLineProps) {
  const texts = useTexts(planMessages);
  return (
    <div className="grid gap-1.5">
      <ProgressBar share={state.read / length} />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-semibold">
          {state.isFinished ? texts.completed : texts.dayOf(state.today, length)}
        </span>
        <span className="text-ink-soft">{texts.progress(state.read, length)}</span>
      </p>
    </div>
  );
}
