import type { Browser, Page } from "@playwright/test";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { type Account, createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { storedItemKeys } from "#tests/e2e/support/stored-items.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

const marks = marksMessages.en;
const bible = bibleMessages.en;
const CHAPTER = "/bible?version=kjv&book=psalms&chapter=51";
const SYNCED = "/rest/v1/rpc/sync_items";

const verse = (page: Page, number: number) =>
  page.getByRole("button", { name: bible.verseActions(number), exact: true });
const noteField = (page: Page) => page.getByRole("textbox", { name: marks.note });
const swatch = (page: Page, colour: 1 | 2 | 3 | 4 | 5) =>
  page.getByRole("button", { name: marks.colours[colour] });

async function openDevice(browser: Browser, baseURL: string | undefined, account: Account) {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await visitBefore(page);
  await enterAs(page, account);
  const synced = page.waitForResponse((response) => response.url().includes(SYNCED));
  await page.goto(CHAPTER);
  await synced;
  return { context, page };
}

async function writeNote(page: Page, number: number, text: string): Promise<void> {
  await verse(page, number).click();
  if (!(await noteField(page).isVisible())) {
    await page.getByRole("button", { name: marks.note, exact: true }).click();
  }
  await noteField(page).fill(text);
  await noteField(page).blur();
  await verse(page, number).click();
}

test("marks of two offline devices are merged on both, with both notes @phone @full", async ({
  browser,
  baseURL,
  request,
}) => {
  const account = await createAccount(request);
  const phone = await openDevice(browser, baseURL, account);
  const tablet = await openDevice(browser, baseURL, account);

  await phone.context.setOffline(true);
  await tablet.context.setOffline(true);
  await writeNote(phone.page, 1, "Written on the phone #mercy");
  for (const number of [2, 3, 6]) await verse(phone.page, number).click();
  await expect(phone.page.getByRole("region", { name: "Psalms 51:2-3, 6" })).toBeInViewport();
  await swatch(phone.page, 3).click();
  await expect(swatch(phone.page, 3)).toHaveAttribute("aria-pressed", "true");
  await phone.page.getByRole("button", { name: marks.chosenVerses.bookmark, exact: true }).click();
  await phone.page.keyboard.press("Escape");
  await expect(phone.page.getByRole("region", { name: "Psalms 51:2-3, 6" })).toHaveCount(0);
  await writeNote(tablet.page, 1, "Written on the tablet");
  await tablet.page.getByRole("button", { name: bible.addBookmark("Psalms 51:4") }).click();

  for (const { context, page } of [phone, tablet]) {
    const synced = page.waitForResponse((response) => response.url().includes(SYNCED));
    await context.setOffline(false);
    await synced;
  }
  for (const { page } of [phone, tablet]) {
    await page.goto("/bible/marks");
    await expect(page.getByText("Written on the phone #mercy")).toBeVisible();
    await expect(page.getByText("Written on the tablet")).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: marks.colours[3] })).toHaveCount(3);
    await expect(page.getByRole("link", { name: "Psalms 51:2–3" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Psalms 51:4" })).toBeVisible();
  }
  await expectAccessible(phone.page);
  await phone.page.getByRole("link", { name: "Psalms 51:2", exact: true }).click();
  await expect(phone.page.locator('[data-verse="2"] [data-mark="3"]')).toBeVisible();
  await phone.context.close();
  await tablet.context.close();
});

test("a visitor's marks join the account, and a sign-out removes all from a shared phone @phone", async ({
  page,
  request,
}) => {
  await page.goto(CHAPTER);
  await page.getByRole("button", { name: bible.addBookmark("Psalms 51:4") }).click();
  await writeNote(page, 1, "Before signing in");
  await enterAs(page, await createAccount(request));
  const synced = page.waitForResponse((response) => response.url().includes(SYNCED));
  await page.goto("/bible/marks");
  await synced;
  await expect(page.getByText("Before signing in")).toBeVisible();
  await expect(page.getByRole("link", { name: "Psalms 51:4" })).toBeVisible();

  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.locator("[data-toasts]").filter({ hasText: "Signed out" })).toBeVisible();
  await page.goto("/bible/marks");
  await expect(page.getByText(marks.empty)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("bible-bookmarks"))).toBe("[]");
  expect(await storedItemKeys(page)).toEqual([]);
});

test.describe("without a connection", () => {
  // Requests for the versions and the chapter fail.
  test.use({ expectedFaults: [/ERR_FAILED .*\/api\/bible\//] });

  test("marks are available, also on a page that was never opened before @phone @full", async ({
    page,
    context,
  }) => {
    await visitBefore(page);
    await page.goto(CHAPTER);
    await verse(page, 1).click();
    await swatch(page, 1).click();
    await expect(swatch(page, 1)).toHaveAttribute("aria-pressed", "true");
    await context.setOffline(true);
    await page.goto("/bible/marks");
    await expect(page.getByRole("link", { name: "Psalms 51:1" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("article").filter({ hasText: marks.colours[1] })).toBeVisible();
  });
});
