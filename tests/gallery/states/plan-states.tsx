import { type PlanSlug, readingPlan } from "#shared/bible/plans/reading-plans.domain.ts";
import { calendarDay, dayAfter } from "#shared/devotional/devotional-date.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem } from "#web/base/sync/use-items.ts";
import { ChapterOffer } from "#web/features/plans/chapter-offer.tsx";
import { PlanPage } from "#web/features/plans/plan-page.tsx";
import { PlansCard } from "#web/features/plans/plans-card.tsx";
import { PlansPage } from "#web/features/plans/plans-page.tsx";
import { TodaysReading } from "#web/features/plans/todays-reading.tsx";

const SLUG = "gospels-30";

/** Replaces the stored plans by one that is running. */
async function begun(daysAgo: number, read: number, slug: PlanSlug = SLUG): Promise<void> {
  const run = `${slug}.gallery`;
  const store = await openItems();
  for (const { topic, id } of store.items().values()) {
    if (topic === "plan-run" || topic === "plan-day") await removeItem(topic, id);
  }
  const startedOn = dayAfter(calendarDay(Date.now()), -daysAgo);
  await putItem("plan-run", run, { plan: slug, startedOn });
  for (let day = 1; day <= read; day += 1) {
    await putItem("plan-day", `${run}:${day}`, { run, day, doneAt: Date.now() });
  }
}

function Plan({ slug }: { slug: PlanSlug }) {
  const plan = readingPlan(slug);
  return plan ? <PlanPage plan={plan} /> : null;
}

const page: GalleryState = { at: `/bible/plans/${SLUG}`, show: () => <Plan slug={SLUG} /> };
const topic: GalleryState = { at: "/bible/plans/fear-7", show: () => <Plan slug="fear-7" /> };

/** Reading plans: the current one and those on offer. */
export const STATES: GalleryStates = {
  "not-begun": {
    ...page,
    act: ({ screen, language }) =>
      screen.findByRole("button", { name: planMessages[language].begin }),
  },
  "topic-not-begun": {
    ...topic,
    act: ({ screen, language }) =>
      screen.findByRole("button", { name: planMessages[language].begin }),
  },
  "topic-finished": {
    ...topic,
    act: async ({ screen, language }) => {
      await begun(6, 7, "fear-7");
      await screen.findByText(planMessages[language].finished);
    },
  },
  reading: {
    ...page,
    act: async ({ user, screen, language }) => {
      await begun(2, 2);
      await user.click(await screen.findByText(planMessages[language].allDays));
    },
  },
  "come-back": {
    ...page,
    act: async ({ screen }) => {
      await begun(9, 2);
      await screen.findByRole("dialog");
    },
  },
  list: {
    at: "/bible/plans",
    show: () => <PlansPage />,
    act: async ({ screen, language }) => {
      await begun(2, 2);
      await screen.findByText(planMessages[language].mine);
    },
  },
  "on-home": {
    show: () => (
      <div className="page py-6">
        <TodaysReading />
      </div>
    ),
    act: async ({ screen }) => {
      await begun(2, 2);
      await screen.findByRole("region");
    },
  },
  "in-the-bible": {
    at: "/bible?book=matthew&chapter=1",
    show: () => (
      <div className="page grid gap-6 py-6">
        <ChapterOfMatthew />
        <PlansCard />
      </div>
    ),
    act: async ({ screen }) => {
      await begun(0, 0);
      await screen.findByRole("complementary");
    },
  },
};

function ChapterOfMatthew() {
  const place = readingPlan(SLUG)?.days[0]?.[0];
  return place ? <ChapterOffer place={place} /> : null;
}
