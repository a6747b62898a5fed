import type { ComponentType, ReactNode } from "react";
import { ChevronLeft } from "lucide-react";
import {
  dayNumber,
  isToAsk,
  paused,
  resumed,
  sharedStart,
  startToShare,
} from "./plan-run.domain.ts";
import type { ReadingPlan } from "#shared/bible/plans/reading-plans.domain.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { ComeBackDialog, SharePlan } from "./plan-dialogs.tsx";
import { DayCard, DayList, DayName, isShortPlan } from "./day-list.tsx";
import { PlanCover } from "./plan-cover.tsx";
import { MonthDots, ProgressLine } from "./plan-progress.tsx";
import { PassageLinks } from "./passage-links.tsx";
import {
  beginPlan,
  changeRun,
  dueRuns,
  goingRuns,
  type OpenRun,
  usePlanRuns,
} from "./use-plan-runs.ts";

/** Reading state of today: something to read, all read, or nothing until a plan resumes. */
type PlanNeed = "today" | "done" | "none";

type PlanPageProps = {
  plan: ReadingPlan;
  /** Shown below the reading; receives the state of all plans together. */
  Reminder?: ComponentType<{ need: PlanNeed }>;
};

/** A plan: today's reading, the progress, and all of its days. */
export function PlanPage({ plan, Reminder }: PlanPageProps) {
  const texts = useTexts(planMessages);
  const { open: runs, today, isLoaded, isPersistent } = usePlanRuns();
  const open = runs.find(({ slug }) => slug === plan.slug);
  const length = plan.days.length;
  const { day, isShared, begin } = useBeginning(plan, isLoaded ? today : null);
  return (
    <div className="page grid max-w-3xl gap-6 pt-2 pb-16 lg:pt-8">
      <header className="grid gap-4 sm:grid-cols-2 sm:items-center">
        <Link
          to="/bible/plans"
          className="col-span-full inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold text-brand hover:underline"
        >
          <ChevronLeft aria-hidden className="size-5" />
          {texts.title}
        </Link>
        <PlanCover slug={plan.slug} className="aspect-video w-full rounded-card" />
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-extrabold tracking-tight sm:text-3xl">
            {texts.names[plan.slug]}
          </h1>
          <p className="mt-2 text-ink-soft">{texts.texts[plan.slug]}</p>
          <div className="mt-3">
            {open ? (
              <ProgressLine state={open.state} length={length} />
            ) : (
              <>
                <p className="text-sm font-semibold">{texts.days(length)}</p>
                {isShared && <p className="mt-3">{texts.sharedDay(day)}</p>}
                <div className="mt-4 flex flex-wrap gap-3 *:grow sm:*:grow-0">
                  <button
                    type="button"
                    disabled={!isLoaded}
                    onClick={begin}
                    className={buttonStyle("brand")}
                  >
                    {texts.begin}
                  </button>
                  <SharePlan slug={plan.slug} start={undefined} />
                </div>
              </>
            )}
          </div>
        </div>
      </header>
      {open && <Reading plan={plan} open={open} today={today} />}
      {open && <RunActions open={open} today={today} />}
      {!open && (isShared || !isShortPlan(plan)) && (
        <section className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
          <h2 className="text-lg font-semibold">
            <DayName slug={plan.slug} day={day} />
          </h2>
          <PassageLinks passages={plan.days[day - 1] ?? []} />
        </section>
      )}
      {open && Reminder && <Reminder need={neededNow(runs)} />}
      {open && <MonthDots today={today} readAt={open.done.values()} />}
      {!isPersistent && <p className="text-sm text-ink-soft">{texts.notKept}</p>}
      <DayList plan={plan} open={open} today={today} />
      {open && isToAsk(open.state, open.run) && <ComeBackDialog open={open} today={today} />}
    </div>
  );
}

function neededNow(runs: readonly OpenRun[]): PlanNeed {
  if (goingRuns(runs).length === 0) return "none";
  return dueRuns(runs).length > 0 ? "today" : "done";
}

type Beginning = {
  /** The first day, or the day of the link's sender. */
  day: number;
  isShared: boolean;
  begin: () => void;
};

/**
 * Returns how a plan that is not running starts.
 *
 * @param today null until it is known whether the plan is running
 */
function useBeginning(plan: ReadingPlan, today: string | null): Beginning {
  const parameters = useSearchParameters();
  const startedOn = today === null ? null : sharedStart(parameters.get("start"), today);
  const isShared = startedOn !== today;
  const day =
    today === null || startedOn === null
      ? 1
      : Math.min(dayNumber({ startedOn }, today), plan.days.length);
  function begin() {
    if (today === null || startedOn === null) return;
    void beginPlan(plan.slug, { startedOn, today, ...(isShared && { joinsAt: day }) });
  }
  return { day, isShared, begin };
}

type ReadingProps = { plan: ReadingPlan; open: OpenRun; today: string };

/** Today's reading, or why there is none. */
function Reading({ plan, open, today }: ReadingProps) {
  const texts = useTexts(planMessages);
  const { run, state, slug } = open;
  if (run.pausedOn !== undefined) {
    return (
      <Note text={texts.paused}>
        <button
          type="button"
          onClick={() => void changeRun(open, resumed(run, today))}
          className={buttonStyle("brand")}
        >
          {texts.resume}
        </button>
      </Note>
    );
  }
  if (state.isFinished) {
    return (
      <Note text={texts.finished}>
        <button
          type="button"
          onClick={() => void beginPlan(slug, { startedOn: today, today, before: open })}
          className={buttonStyle("brand")}
        >
          {texts.beginAgain}
        </button>
      </Note>
    );
  }
  return (
    <section aria-labelledby="plan-next" className="grid gap-4">
      <h2 id="plan-next" className="text-xl font-bold tracking-tight">
        {texts.next}
      </h2>
      {state.toRead.length === 0 && <p>{texts.doneForToday}</p>}
      {state.toRead.map((day) => (
        <DayCard key={day} day={day} passages={plan.days[day - 1] ?? []} open={open} />
      ))}
    </section>
  );
}

/** Pause while the plan runs, and the link for others. */
function RunActions({ open, today }: Omit<ReadingProps, "plan">) {
  const texts = useTexts(planMessages);
  const { run, state, slug } = open;
  return (
    <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
      {run.pausedOn === undefined && !state.isFinished && (
        <button
          type="button"
          onClick={() => void changeRun(open, paused(run, today))}
          className={buttonStyle("outline")}
        >
          {texts.pause}
        </button>
      )}
      <SharePlan slug={slug} start={startToShare(run, today)} />
    </div>
  );
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
      <p>{text}</p>
      {children}
    </section>
  );
}
