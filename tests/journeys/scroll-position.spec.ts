import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { fakeVideos } from "#tests/fakes/youtube/catalogue.ts";
import { startFakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import { waitForAfterLoad } from "#tests/e2e/support/after-load.ts";
import { BOTH_OR_DESKTOP } from "#tests/support/full-run.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

/**
 * A link opens the top of a page; back, forward and reload restore the scroll position. All tests use a returning
 * visitor with an active service worker.
 */

/** Rounding tolerance of scroll positions. */
const TOLERANCE_PX = 3;
const LONG_LIST = "PLplacesplacesplaces";

const topOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls one screen at a time, as a user does, so that lazy content renders. */
async function scrollDown(page: Page, toPx: number): Promise<void> {
  // Continues while the page still grows.
  await expect(async () => {
    await page.evaluate(async (target) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (window.scrollY < target - 1) {
        const before = window.scrollY;
        window.scrollTo(0, Math.min(target, before + window.innerHeight / 2));
        await frame();
        await frame();
        if (window.scrollY === before) break;
      }
    }, toPx);
    expect(await topOf(page)).toBeGreaterThan(toPx / 2);
  }).toPass();
}

/** Returns the scroll position after it has settled: content that loads above the window moves it. */
async function restingTop(page: Page): Promise<number> {
  await waitForAfterLoad(page);
  let top = -1;
  await expect(async () => {
    const before = top;
    top = await topOf(page);
    expect(top).toBe(before);
  }).toPass();
  return top;
}

/** Expects a scroll position for some time, so that a late jump fails. */
async function expectTop(page: Page, wanted: number): Promise<void> {
  await expect
    .poll(async () => Math.abs((await topOf(page)) - wanted))
    .toBeLessThanOrEqual(TOLERANCE_PX);
  const furthest = await page.evaluate(async (top) => {
    let distance = 0;
    for (let frames = 0; frames < 30; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      distance = Math.max(distance, Math.abs(window.scrollY - top));
    }
    return distance;
  }, wanted);
  expect(furthest).toBeLessThanOrEqual(TOLERANCE_PX);
}

/**
 * Presses a visible element without scrolling. Playwright's click scrolls first when the target is at the edge,
 * and showing a hidden bar would scroll too.
 */
async function press(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  if (box.y < 0) return target.dispatchEvent("click");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Uses the header's logo, which is always visible. */
async function goHome(page: Page): Promise<void> {
  await press(page, page.getByRole("banner").getByRole("link").first());
  await expect(page.getByRole("heading", { name: "Our Channels" })).toBeVisible();
}

/** A verse of the day that is longer than its reserved space moves what is below it. */
async function shortenVerse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const fetchAsSent = window.fetch.bind(window);
    window.fetch = async (...request) => {
      const response = await fetchAsSent(...request);
      if (!response.url.includes("/votd?")) return response;
      return Response.json({ ...(await response.json()), text: "Jesus wept." });
    };
  });
}

const sermonsRail = (page: Page) => page.locator("#sermons .card-rail");
const railLeft = (page: Page) => sermonsRail(page).evaluate((rail) => Math.round(rail.scrollLeft));

/** Scrolls Home to its third row, and moves the first row to its second card where possible. */
async function scrollHome(page: Page): Promise<{ top: number; left: number }> {
  await expect(sermonsRail(page).getByRole("listitem")).not.toHaveCount(0);
  const row = page.getByRole("heading", { name: "Prophecy Confirmations" });
  const wanted = await row.evaluate((heading) => heading.getBoundingClientRect().top);
  await scrollDown(page, wanted - 300);
  const left = await sermonsRail(page).evaluate((rail) => {
    const card = rail.children[1];
    rail.scrollLeft = card
      ? card.getBoundingClientRect().left - rail.getBoundingClientRect().left
      : 0;
    return rail.scrollLeft;
  });
  return { top: await topOf(page), left: Math.round(left) };
}

async function expectHome(page: Page, place: { top: number; left: number }): Promise<void> {
  await expectTop(page, place.top);
  await expect
    .poll(async () => Math.abs((await railLeft(page)) - place.left))
    .toBeLessThanOrEqual(TOLERANCE_PX);
}

test(
  "back, reload and a return from another document restore the position on Home; a change of language begins at the top",
  { tag: BOTH_OR_DESKTOP },
  async ({ page }) => {
    test.slow();
    await shortenVerse(page);
    await visitBefore(page);
    await page.goto("/");
    const place = await scrollHome(page);
    const link = page.locator(
      '#prophecy-confirmations a[href="/video-categories/prophecy-confirmations"]',
    );
    await test.step("back restores the row, its horizontal position and the focused link", async () => {
      await link.click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prophecy Confirmations");
      await expectTop(page, 0);
      await page.goBack();
      await expect(sermonsRail(page)).toBeAttached();
      await expectHome(page, place);
      await expect(link).toBeFocused();
      await page.goForward();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prophecy Confirmations");
      await expectTop(page, 0);
      await page.goBack();
      await expectHome(page, place);
    });
    await test.step("reload", async () => {
      await page.reload();
      await expectHome(page, place);
    });
    await test.step("return from another document", async () => {
      await page.goto("/readyz");
      await page.goBack();
      await expectHome(page, place);
    });
    await test.step("the language switch begins at the top, and back restores the position", async () => {
      await press(page, page.getByRole("link", { name: "Français" }));
      await expect(page.getByRole("heading", { name: "Nos chaînes" })).toBeVisible();
      await expectTop(page, 0);
      await page.goBack();
      await expect(page.getByRole("heading", { name: "Our Channels" })).toBeAttached();
      await expectHome(page, place);
    });
  },
);

test("a video that opens over a linked section does not move the page @full", async ({ page }) => {
  await visitBefore(page);
  await page.goto("/");
  const link = page.getByRole("link", { name: "Sermons and Programs" });
  await link.click();
  await expect(page).toHaveURL(/#sermons$/);
  await expect(page.getByRole("heading", { name: "Latest Sermons" })).toBeInViewport();
  const top = await restingTop(page);
  expect(top).toBeGreaterThan(0);
  await page.locator("#sermons [data-video]").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectTop(page, top);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectTop(page, top);
  await scrollDown(page, top + 600);
  await link.click();
  await expectTop(page, top);
});

test.describe("in a long list", () => {
  // The test starts a server.
  test.describe.configure({ timeout: 120_000 });
  // The fake platform has a list of three pages.
  test.use({
    // The video plays after a click, from the fake platform.
    expectedFaults: [/^request to another host: http:\/\/127\.0\.0\.1/],
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from it
    ownServer: async ({}, provide) => {
      const platform = await startFakeYouTube({ playlists: { [LONG_LIST]: fakeVideos("v", 60) } });
      const folder = mkdtempSync(join(tmpdir(), "reign-ministry-"));
      const file = join(folder, "ministry.json");
      const ministry = JSON.parse(readFileSync("ministry.json", "utf8"));
      ministry.playlists.sermons = LONG_LIST;
      writeFileSync(file, JSON.stringify(ministry));
      await provide({
        MINISTRY_FILE: file,
        YOUTUBE_API_KEY: platform.apiKey,
        YOUTUBE_API_BASE: platform.apiBase,
        YOUTUBE_FEED_BASE: platform.feedBase,
        YOUTUBE_IMAGE_BASE: platform.imageBase,
        YOUTUBE_EMBED_BASE: platform.embedBase,
      });
      await platform.close();
      rmSync(folder, { recursive: true });
    },
  });

  test("each page has its position after a video, Next, a refetched list and a search @phone @full", async ({
    page,
  }) => {
    const search = page.getByRole("searchbox");
    await visitBefore(page);
    await test.step("a video opens and closes without moving the page", async () => {
      await page.goto("/videos/sermons?page=2");
      const card = page.locator("[data-video]").nth(12);
      await card.scrollIntoViewIfNeeded();
      const shown = await topOf(page);
      await press(page, card);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectTop(page, shown);
      await page.getByRole("button", { name: "Close video" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expectTop(page, shown);
      await expect(card).toBeFocused();
      await press(page, card);
      await page.goBack();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL(/\?page=2$/);
      await expectTop(page, shown);
    });
    await test.step("Next begins at the top, and back and forward restore each page's position", async () => {
      await page.goto("/videos/sermons");
      const pages = page.getByRole("navigation", { name: "Pages" });
      await pages.getByRole("link", { name: "Next" }).click();
      await expect(page.getByText("Page 2 of 3")).toBeVisible();
      await expectTop(page, 0);
      await scrollDown(page, 700);
      const second = await topOf(page);
      await page.goBack();
      await expect(page.getByText("Page 1 of 3")).toBeAttached();
      await expect(pages.getByRole("link", { name: "Next" })).toBeInViewport();
      await page.goForward();
      await expect(page.getByText("Page 2 of 3")).toBeAttached();
      await expectTop(page, second);
    });
    await test.step("a page with a refetched list keeps its position", async () => {
      const top = await topOf(page);
      await goHome(page);
      // A new document has no cached list.
      await page.reload();
      await page.goBack();
      await expect(page.getByText("Page 2 of 3")).toBeAttached();
      await expectTop(page, top);
    });
    await test.step("a search on a later page", async () => {
      await page.goto("/videos/sermons?page=2");
      await search.pressSequentially("video v");
      await expect(search).toHaveValue("video v");
      await expect(search).toBeFocused();
      await scrollDown(page, 900);
      const top = await topOf(page);
      await goHome(page);
      await expectTop(page, 0);
      await page.goBack();
      await expect(search).toHaveValue("video v");
      await expectTop(page, top);
    });
  });
});

test(
  "the Bible restores a long chapter's position, also in large text, and after a verse or a search @full",
  { tag: "@both" },
  async ({ page }) => {
    test.slow();
    const PSALM_119 = "/bible?version=kjv&book=psalms&chapter=119";
    const heading = page.getByRole("heading", { level: 1 });
    await visitBefore(page);
    await test.step("in large text, by back and by reload", async () => {
      await page.evaluate(() => localStorage.setItem("bible-text-size", "4"));
      await page.goto(PSALM_119);
      // The title font is cached for the second load and makes the heading wider.
      await page.reload();
      await scrollDown(page, 4_000);
      const top = await restingTop(page);
      await goHome(page);
      await expectTop(page, 0);
      await page.goBack();
      await expect(heading).toHaveText("Psalms 119");
      await expectTop(page, top);
      await page.reload();
      await expectTop(page, top);
    });
    await test.step("the next chapter begins at the top, and back restores the previous one", async () => {
      await page.evaluate(() => localStorage.removeItem("bible-text-size"));
      await page.goto(PSALM_119);
      await scrollDown(page, 5_000);
      const next = page.getByRole("button", { name: /^Next chapter/ });
      await next.scrollIntoViewIfNeeded();
      const top = await topOf(page);
      await next.click();
      await expect(heading).toHaveText("Psalms 120");
      await expectTop(page, 0);
      await page.goBack();
      await expect(heading).toHaveText("Psalms 119");
      await expectTop(page, top);
    });
    await test.step("a verse in the URL is shown first, and back restores the position where reading went on", async () => {
      await page.goto(`${PSALM_119}&verse=90`);
      await expect(page.locator('[data-verse="90"]')).toBeInViewport();
      await page.locator('[data-verse="120"]').scrollIntoViewIfNeeded();
      const top = await topOf(page);
      await goHome(page);
      await page.goBack();
      await expect(heading).toHaveText("Psalms 119");
      await expectTop(page, top);
    });
    await test.step("results loaded by Show more are restored", async () => {
      await page.goto("/bible?version=kjv&book=psalms&chapter=1&q=shepherd");
      const hits = page.getByRole("region", { name: /whole Bible/i }).getByRole("listitem");
      await expect(hits).toHaveCount(20);
      await page.getByRole("button", { name: "Show more" }).click();
      await expect(hits).toHaveCount(60);
      await scrollDown(page, 6_000);
      const top = await topOf(page);
      await goHome(page);
      await page.goBack();
      await expect(hits).toHaveCount(60);
      await expectTop(page, top);
    });
  },
);
