import { planLength, PLAN_SLUGS } from "#shared/bible/plans/reading-plans.domain.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { MonthDots, ProgressLine } from "./plan-progress.tsx";
import { usePlanRuns } from "./use-plan-runs.ts";

/** All plans; running ones come first, with their progress. */
export function PlansPage() {
  const texts = useTexts(planMessages);
  const { open, today } = usePlanRuns();
  const others = PLAN_SLUGS.filter((slug) => !open.some((run) => run.slug === slug));
  return (
    <div className="page grid max-w-3xl gap-6 pt-5 pb-16 lg:pt-8">
      <header>
        <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight">
          {texts.title}
        </h1>
        <p className="mt-2 text-ink-soft">{texts.intro}</p>
      </header>
      {open.length > 0 && (
        <section aria-labelledby="plans-mine" className="grid gap-4">
          <h2 id="plans-mine" className="text-xl font-bold tracking-tight">
            {texts.mine}
          </h2>
          <ul className="grid gap-4">
            {open.map(({ slug, state }) => (
              <li key={slug} className="rounded-card border border-line bg-surface p-5 shadow-card">
                <Link
                  to={`/bible/plans/${slug}`}
                  className="mb-2 inline-flex min-h-11 items-center text-lg font-semibold text-brand hover:underline"
                >
                  {texts.names[slug]}
                </Link>
                <ProgressLine read={state.read} length={planLength(slug)} />
              </li>
            ))}
          </ul>
          <MonthDots today={today} readAt={open.flatMap(({ done }) => [...done.values()])} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="plans-all" className="grid gap-4">
          <h2 id="plans-all" className="text-xl font-bold tracking-tight">
            {texts.all}
          </h2>
          <ul className="grid gap-4 sm:grid-cols-2">
            {others.map((slug) => (
              <li key={slug} className="rounded-card border border-line bg-surface p-5 shadow-card">
                <Link
                  to={`/bible/plans/${slug}`}
                  className="inline-flex min-h-11 items-center text-lg font-semibold text-brand hover:underline"
                >
                  {texts.names[slug]}
                </Link>
                <p className="mt-1 text-ink-soft">{texts.texts[slug]}</p>
                <p className="mt-2 text-sm text-ink-soft">{texts.days(planLength(slug))}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
