import { CalendarCheck } from "lucide-react";
import { readingPlan } from "#shared/bible/plans/reading-plans.domain.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { PassageLinks } from "./passage-links.tsx";
import { dueRuns, type OpenRun, usePlanRuns } from "./use-plan-runs.ts";

/** Today's reading of the running plans on Home. Null when all is read. */
export function TodaysReading() {
  const texts = useTexts(planMessages);
  const due = dueRuns(usePlanRuns().open);
  if (due.length === 0) return null;
  return (
    <section
      aria-labelledby="reading-heading"
      className="mb-6 grid grid-cols-1 gap-3 rounded-card border border-line bg-surface py-5"
    >
      <h2 id="reading-heading" className="sr-only">
        {texts.next}
      </h2>
      {due.map((run) => (
        <DueDay key={run.id} run={run} />
      ))}
    </section>
  );
}

/** The oldest day of a plan that is due. */
function DueDay({ run }: { run: OpenRun }) {
  const texts = useTexts(planMessages);
  const [day = run.state.today] = run.state.toRead;
  return (
    <div className="flex flex-wrap items-center justify-between gap-y-1 sm:flex-nowrap">
      <Link
        to={`/bible/plans/${run.slug}`}
        className="flex min-h-11 min-w-0 items-center gap-3 px-5 hover:text-brand hover:underline sm:shrink-0"
      >
        <CalendarCheck aria-hidden className="size-6 shrink-0 text-brand" />
        <span className="min-w-0">
          <span className="block text-lg leading-tight font-bold">{texts.day(day)}</span>
          <span className="block truncate text-sm text-ink-soft">{texts.names[run.slug]}</span>
        </span>
      </Link>
      {/* One line, which scrolls to the edges of the card: the space is reserved. */}
      <div className="max-w-full overflow-x-auto px-5 whitespace-nowrap *:flex-nowrap">
        <PassageLinks passages={readingPlan(run.slug)?.days[day - 1] ?? []} />
      </div>
    </div>
  );
}
