import type { ReactNode } from "react";
import { planLength, PLAN_SLUGS, type PlanSlug } from "#shared/bible/plans/reading-plans.domain.ts";
import { isTopicPlan } from "#shared/bible/plans/topic-passages.domain.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { PlanCover } from "./plan-cover.tsx";
import { MonthDots, ProgressLine } from "./plan-progress.tsx";
import { usePlanRuns } from "./use-plan-runs.ts";

const GRID = "grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-5";

/** All plans: running ones with their progress, then plans by topic, then books of the Bible. */
export function PlansPage() {
  const texts = useTexts(planMessages);
  const { open, today } = usePlanRuns();
  const others = PLAN_SLUGS.filter((slug) => !open.some((run) => run.slug === slug));
  return (
    <div className="page grid gap-6 pt-8 pb-16 lg:pt-12">
      <header>
        <h1 tabIndex={-1} className="text-3xl font-extrabold tracking-tight sm:text-4xl">
          {texts.title}
        </h1>
        <p className="mt-2 text-ink-soft">{texts.intro}</p>
      </header>
      {open.length > 0 && (
        <PlanSection id="plans-mine" title={texts.mine}>
          <ul className={GRID}>
            {open.map(({ slug, state }) => (
              <PlanCard key={slug} slug={slug}>
                <ProgressLine state={state} length={planLength(slug)} />
              </PlanCard>
            ))}
          </ul>
          <MonthDots today={today} readAt={open.flatMap(({ done }) => [...done.values()])} />
        </PlanSection>
      )}
      <PlanChoice id="plans-topics" title={texts.byTopic} slugs={others.filter(isTopicPlan)} />
      <PlanChoice
        id="plans-books"
        title={texts.ofBooks}
        slugs={others.filter((slug) => !isTopicPlan(slug))}
      />
    </div>
  );
}

type PlanSectionProps = { id: string; title: string; children: ReactNode };

function PlanSection({ id, title, children }: PlanSectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl font-bold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

type PlanChoiceProps = { id: string; title: string; slugs: readonly PlanSlug[] };

/** Plans that are not running; renders nothing without any. */
function PlanChoice({ id, title, slugs }: PlanChoiceProps) {
  const texts = useTexts(planMessages);
  if (slugs.length === 0) return null;
  return (
    <PlanSection id={id} title={title}>
      <ul className={GRID}>
        {slugs.map((slug) => (
          <PlanCard key={slug} slug={slug}>
            <p className="grow text-sm text-ink-soft">{texts.texts[slug]}</p>
            <p className="text-sm font-semibold">{texts.days(planLength(slug))}</p>
          </PlanCard>
        ))}
      </ul>
    </PlanSection>
  );
}

/** A plan with its cover; the whole card is its link. */
function PlanCard({ slug, children }: { slug: PlanSlug; children: ReactNode }) {
  const texts = useTexts(planMessages);
  return (
    // Large text does not fit beside the cover, which then takes a line of its own.
    <li className="relative flex flex-wrap overflow-hidden rounded-card border border-line bg-surface shadow-card sm:flex-col">
      <PlanCover slug={slug} className="w-28 grow sm:w-full" />
      <div className="flex min-w-0 grow-99 basis-[10rem] flex-col gap-1.5 p-3 sm:basis-auto">
        <h3>
          <Link
            to={`/bible/plans/${slug}`}
            className="block leading-snug font-semibold hover:text-brand"
          >
            <span aria-hidden className="absolute inset-0" />
            {texts.names[slug]}
          </Link>
        </h3>
        {children}
      </div>
    </li>
  );
}
