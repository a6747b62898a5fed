import { Check } from "lucide-react";
import { planDayMessages } from "#shared/messages/reading/plan-days.ts";
import { isTopicPlan } from "#shared/bible/plans/topic-passages.domain.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { PassageLinks } from "./passage-links.tsx";
import { type OpenRun, tickDay, changeRun } from "./use-plan-runs.ts";
import { useState } from "react";
import { movedTo } from "./plan-run.domain.ts";
import type { PlanSlug, ReadingPlan } from "#shared/bible/plans/reading-plans.domain.ts";

const SHORT_PLAN_DAYS = 7;

type DayCardProps = { day: number; passages: readonly BibleReference[]; open: OpenRun };

/** A due day with its tick. */
export function DayCard({ day, passages, open }: DayCardProps) {
  const texts = useTexts(planMessages);
  return (
    <article className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
      <h3 className="text-lg font-semibold">
        <DayName slug={open.slug} day={day} />
      </h3>
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

/** The number of a day, and its title in a plan by topic. */
export function DayName({ slug, day }: { slug: PlanSlug; day: number }) {
  const texts = useTexts(planMessages);
  const titles = useTexts(planDayMessages);
  if (!isTopicPlan(slug)) return texts.day(day);
  return (
    <>
      <span className="block text-sm text-brand">{texts.day(day)}</span> {titles[slug][day - 1]}
    </>
  );
}

/** Plans of up to a week show all of their days before they are started. */
export function isShortPlan({ days }: ReadingPlan): boolean {
  return days.length <= SHORT_PLAN_DAYS;
}

type DayListProps = { plan: ReadingPlan; open: OpenRun | undefined; today: string };

/**
 * All days of a plan, rendered on demand; of a running plan each can be ticked, or resumed from.
 */
export function DayList({ plan, open, today }: DayListProps) {
  const texts = useTexts(planMessages);
  const [isToggled, setIsToggled] = useState<boolean | null>(null);
  const isShown = isToggled ?? (open === undefined && isShortPlan(plan));
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => {
        // The event also reports changes that no reader made.
        if (currentTarget.open !== isShown) setIsToggled(currentTarget.open);
      }}
      className="rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <summary className="-my-2 py-2">
        <h2 className="inline-flex text-lg font-semibold">{texts.allDays}</h2>
      </summary>
      {isShown && (
        <ol className="mt-3 ruled">
          {plan.days.map((passages, index) => {
            const day = index + 1;
            return (
              <li key={day} className="grid gap-3 py-4">
                <h3 className="font-semibold">
                  <DayName slug={plan.slug} day={day} />
                </h3>
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
