import { Check } from "lucide-react";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { PassageLinks } from "./passage-links.tsx";
import { type OpenRun, tickDay, changeRun } from "./use-plan-runs.ts";
import { useState } from "react";
import { movedTo } from "#shared/bible/plans/plan-run.domain.ts";
import type { ReadingPlan } from "#shared/bible/plans/reading-plans.domain.ts";

type DayCardProps = { day: number; passages: readonly BibleReference[]; open: OpenRun };

/** A due day with its tick. */
export function DayCard({ day, passages, open }: DayCardProps) {
  const texts = useTexts(planMessages);
  return (
    <article className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
      <h3 className="text-lg font-semibold">{texts.day(day)}</h3>
      <PassageLinks passages={passages} />
      <button
        type="button"
        onClick={() => void tickDay(open, day)}
        className={buttonStyle("brand")}
      >
        <Check aria-hidden className="size-4" />
        <span>{texts.markRead(day)}</span>
      </button>
    </article>
  );
}

type DayListProps = { plan: ReadingPlan; open: OpenRun | undefined; today: string };

/**
 * All days of a plan, rendered on demand; of a running plan each can be ticked, or resumed from.
 */
export function DayList({ plan, open, today }: DayListProps) {
  const texts = useTexts(planMessages);
  const [isShown, setIsShown] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}
      className="rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <summary className="min-h-8 cursor-pointer text-lg font-semibold">{texts.allDays}</summary>
      {isShown && (
        <ol className="mt-3 ruled">
          {plan.days.map((passages, index) => {
            const day = index + 1;
            return (
              <li key={day} className="grid gap-3 py-4">
                <h3 className="font-semibold">{texts.day(day)}</h3>
                <PassageLinks passages={passages} />
                {open && <DayActions day={day} open={open} today={today} />}
              </li>
            );
          })}
        </ol>
      )}
    </details>
  );
}

function DayActions({ day, open, today }: { day: number; open: OpenRun; today: string }) {
  const texts = useTexts(planMessages);
  const isDone = open.done.has(day);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={isDone}
          aria-label={isDone ? texts.unmark(day) : texts.markRead(day)}
          onChange={() => void tickDay(open, day)}
          className="size-5 accent-brand"
        />
        {texts.read}
      </label>
      {!isDone && day !== open.state.today && (
        <button
          type="button"
          onClick={() => void changeRun(open, movedTo(open.run, day, today))}
          className={buttonStyle("quiet")}
        >
          {texts.resumeHere(day)}
        </button>
      )}
    </div>
  );
}
