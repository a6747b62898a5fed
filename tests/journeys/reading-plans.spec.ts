import type { Page } from "@playwright/test";
import { readingPlan } from "#shared/bible/plans/reading-plans.domain.ts";
import { localisedPath } from "#shared/languages.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { storedItemKeys } from "#tests/e2e/support/stored-items.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

const { en, fr } = planMessages;
const GOSPELS = "/bible/plans/gospels-30";
const SYNCED = "/rest/v1/rpc/sync_items";

/** Waits until the device has stored a day's tick. */
async function expectStored(page: Page, day: number): Promise<void> {
  const key: unknown = expect.stringMatching(new RegExp(`plan-day/\\S+:${day}$`));
  await expect.poll(() => storedItemKeys(page)).toContainEqual(key);
}

test("a French visitor begins the Gospels, reads a day to its end and ticks it offline @phone", async ({
  page,
  context,
}) => {
  const passages = readingPlan("gospels-30")?.days[0] ?? [];
  await page.goto(localisedPath("/bible", "fr"));
  await page.getByRole("link", { name: bibleMessages.fr.openPlans }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: fr.names["gospels-30"] }).click();
  await page.getByRole("button", { name: fr.begin }).click();
  await expect(page.getByText(fr.progress(0, 30))).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Matthieu 1", exact: true }).first().click();
  for (const { chapter } of passages.slice(1)) {
    await page.getByRole("link", { name: fr.nextPassage(`Matthieu ${chapter}`) }).click();
  }
  const tick = page.getByRole("button", { name: fr.markRead(1) });
  await expect(tick).toBeVisible();
  await context.setOffline(true);
  await tick.click();
  await expect(tick).toBeHidden();
  await expectStored(page, 1);
  await context.setOffline(false);

  await page.goto(localisedPath(GOSPELS, "fr"));
  await expect(page.getByText(fr.progress(1, 30))).toBeVisible();
  await expect(page.getByText(fr.doneForToday)).toBeVisible();
});

test("a day ticked on one device is read on the other, and missed days get a friendly prompt @phone @full", async ({
  browser,
  baseURL,
  request,
}) => {
  const account = await createAccount(request);
  const options = baseURL === undefined ? {} : { baseURL };
  const phone = await (await browser.newContext(options)).newPage();
  await enterAs(phone, account);
  await phone.goto(GOSPELS);
  await phone.getByRole("button", { name: en.begin }).click();
  const told = phone.waitForResponse(
    (response) =>
      response.url().includes(SYNCED) &&
      response.request().postData()?.includes("plan-day") === true,
  );
  await phone.getByRole("button", { name: en.markRead(1) }).click();
  await expect(phone.getByText(en.progress(1, 30))).toBeVisible();
  await told;
  await phone.context().close();

  const tablet = await (await browser.newContext(options)).newPage();
  await tablet.clock.setFixedTime(Date.now() + 9 * 86_400_000);
  await enterAs(tablet, account);
  await tablet.goto(GOSPELS);
  const dialog = tablet.getByRole("dialog", { name: en.backTitle });
  await expect(dialog).toBeVisible();
  await expectAccessible(tablet);
  await dialog.getByRole("button", { name: en.continueRun }).click();
  await expect(dialog).toBeHidden();
  await expect(tablet.getByText(en.progress(1, 30))).toBeVisible();
  await expect(tablet.getByRole("button", { name: en.markRead(2) })).toBeVisible();
  await expect(tablet.getByRole("button", { name: en.markRead(3) })).toHaveCount(0);
  await tablet.context().close();
});

test("a plan is shared with its start date, and an invalid plan redirects nowhere @phone", async ({
  page,
  request,
}) => {
  const start = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${GOSPELS}?start=${start}`);
  await expect(
    page.getByText(/^The person who shared this plan is on day (9|10|11)\./),
  ).toBeVisible();
  const answer = await request.get("/bible/plans/constructor");
  expect(answer.status()).toBe(404);
});

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test("a plan reopens with its ticks and continues @phone @full", async ({ page, context }) => {
    await visitBefore(page, GOSPELS);
    await page.getByRole("button", { name: en.begin }).click();
    await page.getByRole("button", { name: en.markRead(1) }).click();
    await expect(page.getByText(en.progress(1, 30))).toBeVisible();
    await expectStored(page, 1);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(en.progress(1, 30))).toBeVisible();
    await page.getByText(en.allDays).click();
    await page.getByRole("checkbox", { name: en.markRead(2) }).check();
    await expect(page.getByText(en.progress(2, 30))).toBeVisible();
  });
});
