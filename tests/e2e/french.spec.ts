import type { Page } from "@playwright/test";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { notFoundMessages } from "#shared/messages/not-found.ts";
import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { searchMessages } from "#shared/messages/search.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { expect, test } from "./support/page-test.ts";

/** Every French page says in French what the catalogue says; the fixture adds that it has no fault. */

const PUBLIC = [
  "/",
  "/live-tv",
  "/video-on-demand",
  ...CATEGORIES.map(({ path }) => path),
  "/devotional",
  "/bible?version=kjv&book=john&chapter=3",
  "/search",
  "/privacy-policy",
];
const OTHERS = ["/auth", "/auth/forgot", "/watch-history", "/tv"];

const CATALOGUES = [
  CATALOGUE,
  accountMessages,
  bibleMessages,
  categoryMessages,
  devotionalMessages,
  liveTvMessages,
  notFoundMessages,
  privacyMessages,
  profileMessages,
  searchMessages,
  tvMessages,
  watchMessages,
];

/** Plain texts of a catalogue; those that take values are written with letters of their own. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const FRENCH = new Set(CATALOGUES.flatMap(({ fr }) => textsOf(fr)));
const ONLY_ENGLISH = new Set(
  CATALOGUES.flatMap(({ en }) => textsOf(en)).filter(
    (text) => /\p{L}{2}/u.test(text) && !FRENCH.has(text),
  ),
);

/** What the page shows, reads aloud or tells in its head, outside of what it marks as English. */
async function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isEnglish = (node: Node) => !!node.parentElement?.closest('[lang="en"], script, style');
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isEnglish(node)) found.push(node.textContent ?? "");
    }
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (!element.closest('[lang="en"]')) found.push(element.getAttribute(name) ?? "");
      }
    }
    for (const meta of document.querySelectorAll('meta[name="description"], meta[property^="og:"]'))
      found.push(meta.getAttribute("content") ?? "");
    return found.map((text) => text.trim()).filter((text) => text !== "");
  });
}

for (const path of [...PUBLIC, ...OTHERS]) {
  const address = path === "/" ? "/fr" : `/fr${path}`;
  test(`${address} says nothing in English that the catalogue has in French`, async ({ page }) => {
    await page.goto(address);
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    const words = await wordsOf(page);
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((text) => ONLY_ENGLISH.has(text))).toEqual([]);
  });
}

for (const path of PUBLIC) {
  const { pathname } = new URL(path, "http://x");
  test(`${pathname} names its address in the other language, and each names both`, async ({
    page,
    baseURL,
  }) => {
    const french = pathname === "/" ? "/fr" : `/fr${pathname}`;
    for (const address of [pathname, french]) {
      await page.goto(address);
      for (const [language, expected] of [
        ["en", pathname],
        ["fr", french],
      ] as const) {
        await expect(page.locator(`link[rel="alternate"][hreflang="${language}"]`)).toHaveAttribute(
          "href",
          `${baseURL}${expected}`,
        );
      }
    }
  });
}

test.describe("an unknown French address", () => {
  test.use({ expectedFaults: [/status of 404/] });

  test("says so in French", async ({ page }) => {
    await page.goto("/fr/inconnu");
    const words = await wordsOf(page);
    expect(words.filter((text) => ONLY_ENGLISH.has(text))).toEqual([]);
  });
});

test("hours and dates are written the French way", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-11-21T12:00:00Z"));
  await page.goto("/fr/live-tv");
  await expect(page.getByText("Jeudi 16:00, heure de Paris")).toBeVisible();
  await expect(page.getByText("Votre heure : jeudi 16:00")).toBeVisible();
  await expect(page.getByText("Prochain culte : Dimanche")).toBeVisible();
  await page.goto("/fr/videos/music");
  await page.locator("[data-video]").first().click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/\d{1,2} \p{L}+\.? 20\d\d/u)
      .first(),
  ).toBeVisible();
});

test("lists lead with French videos, and mark the titles of the others as English", async ({
  page,
}) => {
  await page.goto("/fr");
  const row = page
    .getByRole("region", { name: CATALOGUE.fr.home.rows.sermons })
    .locator("[data-video]");
  await expect(row.first()).toHaveAttribute("href", /v=clip-fr-/);
  await expect(row.last().locator("[lang=en]")).toHaveCount(1);
  await page.goto("/fr/videos/sermons");
  const cards = page.locator("[data-video]");
  await expect(cards.first()).toHaveAttribute("href", /v=clip-fr-/);
  await page.goto("/videos/sermons");
  await expect(cards.first()).not.toHaveAttribute("href", /v=clip-fr-/);
});
