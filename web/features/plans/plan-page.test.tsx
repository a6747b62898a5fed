import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { readingPlan, type ReadingPlan } from "#shared/bible/plans/reading-plans.domain.ts";
import { calendarDay, dayAfter } from "#shared/devotional/devotional-date.ts";
import { planDayMessages } from "#shared/messages/reading/plan-days.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem } from "#web/base/sync/use-items.ts";
import { ChapterOffer } from "./chapter-offer.tsx";
import { PlanPage } from "./plan-page.tsx";
import { PlansPage } from "./plans-page.tsx";

const { en, fr } = planMessages;
const PLAN = planOf("gospels-30");
const RUN = "gospels-30.run";
const today = (): string => calendarDay(Date.now());

beforeEach(async () => {
  const store = await openItems();
  const left = [...store.items().values()];
  await Promise.all(
    left.map(({ id, topic }) => removeItem(topic === "plan-run" ? topic : "plan-day", id)),
  );
});

function planOf(slug: string): ReadingPlan {
  const plan = readingPlan(slug);
  if (!plan) throw new Error(`No plan ${slug}`);
  return plan;
}

/** A passage of the first day by index; negative from its end. */
function firstDay(at: number): BibleReference {
  const passage = PLAN.days[0]?.at(at);
  if (!passage) throw new Error(`No passage ${at}`);
  return passage;
}

/** A run with some days read. */
async function begun(daysAgo: number, done: readonly number[]): Promise<void> {
  const startedOn = dayAfter(today(), -daysAgo);
  await putItem("plan-run", RUN, { plan: PLAN.slug, startedOn });
  for (const day of done) {
    await putItem("plan-day", `${RUN}:${day}`, { run: RUN, day, doneAt: Date.now() });
  }
}

function openPlan(language: "en" | "fr" = "en", at = "/bible/plans/gospels-30") {
  return renderView(<PlanPage plan={PLAN} />, { language, at });
}

const button = (name: string) => screen.findByRole("button", { name });

describe("a plan", () => {
  it("starts with a tap, and its days are ticked one by one", async () => {
    const { user } = openPlan("fr");
    await expect.poll(async () => (await button(fr.begin)).hasAttribute("disabled")).toBe(false);
    await user.click(await button(fr.begin));
    expect(await screen.findByText(fr.progress(0, 30))).toBeDefined();
    expect(screen.getAllByRole("link", { name: "Matthieu 1" })[0]?.getAttribute("href")).toBe(
      "/fr/bible?book=matthew&chapter=1",
    );
    await user.click(await button(fr.markRead(1)));
    expect(await screen.findByText(fr.progress(1, 30))).toBeDefined();
    expect(screen.getByText(fr.doneForToday)).toBeDefined();
    expect(screen.getByText(fr.monthRead(1))).toBeDefined();
  });

  it("is joined on the sender's day, without a request for earlier days", async () => {
    const start = dayAfter(today(), -9);
    const { user } = openPlan("en", `/bible/plans/gospels-30?start=${start}`);
    expect(await screen.findByText(en.sharedDay(10))).toBeDefined();
    await user.click(await button(en.begin));
    expect(await button(en.markRead(10))).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("asks after missed days how to continue, and never says that the reader is behind", async () => {
    await begun(9, [1, 2]);
    const { user, container } = openPlan();
    const dialog = within(await screen.findByRole("dialog", { name: en.backTitle }));
    const ways = dialog.getAllByRole("button").map(({ textContent }) => textContent);
    expect(ways.slice(1)).toEqual([en.continueRun, en.catchUp, en.startAgain]);
    expect(container.textContent).not.toMatch(/behind|late|missed/i);
    await user.click(dialog.getByRole("button", { name: en.continueRun }));
    expect(await button(en.markRead(3))).toBeDefined();
    expect(screen.queryByRole("button", { name: en.markRead(4) })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is caught up with two days at a time", async () => {
    await begun(9, [1, 2]);
    const { user } = openPlan();
    await user.click(await button(en.catchUp));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(await button(en.markRead(3))).toBeDefined();
    expect(await button(en.markRead(4))).toBeDefined();
  });

  it("starts again from the first day, and archives what was read before", async () => {
    await begun(9, [1, 2]);
    const { user } = openPlan();
    await user.click(await button(en.startAgain));
    expect(await screen.findByText(en.progress(0, 30))).toBeDefined();
    const store = await openItems();
    const stored = [...store.items().values()].find(({ id }) => id === RUN);
    expect(stored?.data).toMatchObject({ finishedOn: today() });
  });

  it("waits during a pause, and resumes where it was left", async () => {
    await begun(1, [1]);
    const { user } = openPlan();
    await user.click(await button(en.pause));
    expect(await screen.findByText(en.paused)).toBeDefined();
    await user.click(await button(en.resume));
    expect(await button(en.markRead(2))).toBeDefined();
  });

  it("lets a reader jump to a day, and tick or untick any", async () => {
    await begun(0, []);
    const { user } = openPlan();
    await button(en.markRead(1));
    await user.click(screen.getByText(en.allDays));
    await user.click(await button(en.resumeHere(20)));
    expect(await button(en.markRead(20))).toBeDefined();
    await user.click(screen.getByRole("checkbox", { name: en.markRead(5) }));
    expect(await screen.findByText(en.progress(1, 30))).toBeDefined();
    await user.click(await screen.findByRole("checkbox", { name: en.unmark(5) }));
    expect(await screen.findByText(en.progress(0, 30))).toBeDefined();
  });

  it("is shared with the start day that puts others on the same day", async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "share"));
    await begun(4, [1, 2, 3, 4]);
    const { user } = openPlan("fr");
    await button(fr.markRead(5));
    await user.click(await button(fr.share));
    const path = `/fr/bible/plans/gospels-30?start=${dayAfter(today(), -4)}`;
    expect(share.mock.lastCall?.[0].url?.endsWith(path)).toBe(true);
  });

  it("that is finished says so and can be started again", async () => {
    await begun(
      40,
      PLAN.days.map((_, index) => index + 1),
    );
    openPlan();
    expect(await screen.findByText(en.finished)).toBeDefined();
    expect(screen.getByText(en.completed)).toBeDefined();
    expect(await button(en.beginAgain)).toBeDefined();
  });
});

it("the list shows running plans first, with their progress", async () => {
  await begun(0, [1]);
  renderView(<PlansPage />, { language: "fr" });
  const mine = within(await screen.findByRole("region", { name: fr.mine }));
  expect(mine.getByRole("link", { name: fr.names["gospels-30"] })).toBeDefined();
  expect(mine.getByText(fr.progress(1, 30))).toBeDefined();
  expect(mine.getByText(fr.dayOf(1, 30))).toBeDefined();
  const linksIn = (name: string) =>
    within(screen.getByRole("region", { name })).getAllByRole("link");
  expect(linksIn(fr.byTopic)).toHaveLength(5);
  expect(linksIn(fr.ofBooks)).toHaveLength(3);
});

describe("a plan by topic", () => {
  const FEAR = planOf("fear-7");
  const titles = planDayMessages.fr["fear-7"];

  it("shows the titles of all its days before it is started, then today's", async () => {
    const { user } = renderView(<PlanPage plan={FEAR} />, { language: "fr" });
    const days = screen.getAllByRole("listitem").filter((item) => within(item).queryByRole("list"));
    expect(days.map((day) => within(day).getByRole("heading").textContent)).toEqual(
      titles.map((title, index) => `${fr.day(index + 1)} ${title}`),
    );
    await expect.poll(async () => (await button(fr.begin)).hasAttribute("disabled")).toBe(false);
    await user.click(await button(fr.begin));
    expect(await screen.findByText(fr.dayOf(1, 7))).toBeDefined();
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(screen.queryByText(titles[1] ?? "")).toBeNull();
    expect(screen.getByRole("link", { name: "Ésaïe 41:8-13" })).toBeDefined();
  });
});

describe("the end of a chapter", () => {
  it("leads to the next passage of the day, and offers its tick after the last one", async () => {
    await begun(0, []);
    const { unmount } = renderView(<ChapterOffer place={firstDay(0)} />);
    expect(await screen.findByRole("link", { name: en.nextPassage("Matthew 2") })).toBeDefined();
    unmount();
    const { user } = renderView(<ChapterOffer place={firstDay(-1)} />);
    await user.click(await button(en.markRead(1)));
    await expect.poll(() => screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("status").textContent).toBe(en.dayTicked(1));
  });

  it("offers nothing when the chapter is not due", async () => {
    await begun(0, [1]);
    const { container } = renderView(<ChapterOffer place={firstDay(0)} />);
    await openItems();
    expect(container.querySelector("button, a")).toBeNull();
  });
});
