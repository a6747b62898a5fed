import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { type Account, createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { installOwnText, ownVerse } from "#tests/fakes/bible/own-texts.ts";
import { startJourneyServer } from "./support/journey-server.ts";
import { expect, test as base, visitBefore } from "./support/journey-test.ts";

const inFrench = { bible: bibleMessages.fr, marks: marksMessages.fr };
const inEnglish = { bible: bibleMessages.en, marks: marksMessages.en };
const SYNCED = "/rest/v1/rpc/sync_items";
const DAY_MS = 86_400_000;

/** A server with the French text. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
  server: async ({}, provide) => {
    const server = await startJourneyServer({}, { prepare: installOwnText });
    await provide(server);
    await server.stop();
  },
});

async function openDevice(
  browser: Browser,
  account: Account,
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await enterAs(page, account);
  return page;
}

async function writeNote(page: Page, verse: number, text: string, { bible, marks } = inEnglish) {
  const actions = page.getByRole("button", { name: bible.verseActions(verse), exact: true });
  const field = page.getByRole("textbox", { name: marks.note });
  await actions.click();
  await page.getByRole("button", { name: marks.note, exact: true }).click();
  await field.fill(text);
  await field.blur();
  await actions.click();
}

test("a French phone reads Jean 3 offline and marks Psaume 51.3; the mark is at Psalm 51:1 elsewhere, and edits of a day later are merged @phone @full", async ({
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(240_000);
  const account = await createAccount(request);
  const at = baseURL === undefined ? {} : { baseURL };
  const phone = await openDevice(browser, account, {
    ...at,
    locale: "fr-CD",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { bible, marks } = inFrench;
  const main = phone.getByRole("main");
  const openSelectors = () => phone.getByRole("button", { name: bible.choosePlace }).click();

  await test.step("goes from Home to Jean 3 and downloads the whole text", async () => {
    await visitBefore(phone, "/fr");
    await phone
      .getByRole("link", { name: "Bible", exact: true })
      .filter({ visible: true })
      .first()
      .click();
    await expect(main.getByLabel(bible.version, { exact: true })).toHaveValue("lsg");
    await openSelectors();
    await main.getByLabel(bible.book).selectOption({ label: "Jean" });
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Jean 1");
    await main.getByLabel(bible.chapter, { exact: true }).selectOption("3");
    await expect(main.getByText(ownVerse("JHN", 3, 16).text)).toBeVisible();
    await main.getByRole("button", { name: bible.downloadOffline }).click();
    await expect(main.getByText(bible.downloadedOffline)).toBeVisible();
  });

  await test.step("reopens Jean 3 without a connection and marks a Psalm that was never opened", async () => {
    await phone.context().setOffline(true);
    await phone.reload();
    await expect(phone.getByRole("heading", { level: 1, name: "Jean 3" })).toBeVisible();
    await expect(main.getByText(ownVerse("JHN", 3, 16).text)).toBeVisible();
    await openSelectors();
    await main.getByLabel(bible.book).selectOption({ label: "Psaumes" });
    await main.getByLabel(bible.chapter, { exact: true }).selectOption("51");
    await expect(phone.getByRole("heading", { level: 1, name: "Psaume 51" })).toBeVisible();
    await main.getByRole("button", { name: bible.verseActions(3), exact: true }).click();
    await phone.getByRole("button", { name: marks.colours[2] }).click();
    await main.getByRole("button", { name: bible.verseActions(3), exact: true }).click();
    await expect(phone.locator('[data-verse="3"] [data-mark="2"]')).toBeVisible();
  });

  const tablet = await openDevice(browser, account, { ...at, locale: "en-GB" });
  await test.step("shows the mark at Psalm 51:1 of the King James Version on another device", async () => {
    const sent = phone.waitForResponse((response) => response.url().includes(SYNCED));
    await phone.context().setOffline(false);
    await sent;
    await tablet.goto("/bible?version=kjv&book=psalms&chapter=51");
    await expect(tablet.locator('[data-verse="1"] [data-mark="2"]')).toBeVisible();
    await expect(tablet.locator("[data-mark]")).toHaveCount(1);
    // The code of the actions comes with the first selection.
    const { bible, marks } = inEnglish;
    const actions = tablet.getByRole("button", { name: bible.verseActions(1), exact: true });
    await actions.click();
    await expect(tablet.getByRole("button", { name: marks.note, exact: true })).toBeVisible();
    await actions.click();
  });

  await test.step("merges edits that both devices made offline, a day apart", async () => {
    await phone.context().setOffline(true);
    await tablet.context().setOffline(true);
    await writeNote(phone, 3, "Écrit sur le téléphone", inFrench);
    await tablet.clock.setSystemTime(Date.now() + DAY_MS);
    await writeNote(tablet, 1, "Written a day later");
    for (const page of [phone, tablet]) {
      const synced = page.waitForResponse((response) => response.url().includes(SYNCED));
      await page.context().setOffline(false);
      await synced;
    }
    for (const [page, address, name] of [
      [tablet, "/bible/marks", "Psalms 51:1"],
      [phone, "/fr/bible/marks", "Psaume 51:3"],
    ] as const) {
      // The other device's edits may still be in flight when the page opens.
      await expect(async () => {
        await page.goto(address);
        await expect(page.getByText("Written a day later")).toBeVisible({ timeout: 3000 });
      }).toPass();
      await expect(page.getByText("Écrit sur le téléphone")).toBeVisible();
      await expect(page.getByRole("link", { name }).first()).toBeVisible();
      await expect(page.locator("[data-mark='2']")).toBeVisible();
    }
  });
  await phone.context().close();
  await tablet.context().close();
});
