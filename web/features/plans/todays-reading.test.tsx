import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { calendarDay, dayAfter } from "#shared/devotional/devotional-date.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem } from "#web/base/sync/use-items.ts";
import { TodaysReading } from "./todays-reading.tsx";

const TODAY = calendarDay(Date.now());
const RUN = "gospels-30.test";

beforeEach(async () => {
  const store = await openItems();
  for (const { topic, id } of store.items().values()) {
    if (topic === "plan-run" || topic === "plan-day") await removeItem(topic, id);
  }
});

async function begin(daysAgo: number, read: number, pausedOn?: string): Promise<void> {
  const startedOn = dayAfter(TODAY, -daysAgo);
  const run = { plan: "gospels-30", startedOn, ...(pausedOn !== undefined && { pausedOn }) };
  await putItem("plan-run", RUN, run);
  for (let day = 1; day <= read; day += 1) {
    await putItem("plan-day", `${RUN}:${day}`, { run: RUN, day, doneAt: Date.now() });
  }
}

function hasSpace(): boolean {
  return document.documentElement.classList.contains("has-reading");
}

it("shows the day's passages with a link to the plan, and has its space on Home", async () => {
  await begin(1, 1);
  renderView(<TodaysReading />, { language: "fr" });
  const [plan, passage] = await screen.findAllByRole("link");
  expect(plan?.getAttribute("href")).toBe("/fr/bible/plans/gospels-30");
  expect(textOf(plan ?? null)).toBe("Jour 2Les Évangiles en 30 jours");
  expect(passage?.getAttribute("href")).toContain("/fr/bible?book=matthew");
  expect(localStorage.getItem("nextReading")).toBe(TODAY);
  expect(hasSpace()).toBe(true);
});

it.each([
  ["all of today is read", () => begin(0, 1), dayAfter(TODAY, 1)],
  ["the plan is paused", () => begin(3, 0, TODAY), null],
  ["no plan runs", () => Promise.resolve(), null],
])("is empty when %s", async (_case, prepare, nextReading) => {
  localStorage.setItem("nextReading", "2026-01-01");
  document.documentElement.classList.add("has-reading");
  await prepare();
  const { container } = renderView(<TodaysReading />);
  await expect.poll(hasSpace).toBe(false);
  expect(container.textContent).toBe("");
  expect(localStorage.getItem("nextReading")).toBe(nextReading);
});
