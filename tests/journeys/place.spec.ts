import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { fakeVideos } from "#tests/fakes/youtube/catalogue.ts";
import { startFakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

/**
 * A link leads to the top of a page; going back, going forward and reloading lead to where one was.
 * All of it as a returning visitor, with the worker answering.
 */

const BOTH = { tag: "@both" };
/** What a rounded position may differ by. */
const TOLERANCE_PX = 3;
const LONG_LIST = "PLplacesplacesplaces";

const topOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls as a person does, screen by screen, so that what comes into view is drawn. */
async function scrollDown(page: Page, toPx: number): Promise<void> {
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
}

/** Where the page stands for a while: a jump that comes late is none that goes unseen. */
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
 * Presses what is in sight. Playwright's click first scrolls what stands where the page ends its scrolling,
 * and so would bringing back a bar that has left who reads on: its link is clicked where it is.
 */
async function press(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  if (box.y < 0) return target.dispatchEvent("click");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** By the header's logo, which is in sight wherever the page stands. */
async function goHome(page: Page): Promise<void> {
  await press(page, page.getByRole("banner").getByRole("link").first());
  await expect(page.getByRole("heading", { name: "Our Channels" })).toBeVisible();
}

const sermonsRail = (page: Page) => page.locator("#sermons .card-rail");
const railLeft = (page: Page) => sermonsRail(page).evaluate((rail) => Math.round(rail.scrollLeft));

/** Home, scrolled to its third row, with the first row moved to its second card where it can be. */
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

test.describe("on Home", () => {
  test(
    "back returns to the row one left, moved sideways as it was, and to its link",
    BOTH,
    async ({ page }) => {
      await visitBefore(page);
      await page.goto("/");
      const place = await scrollHome(page);
      const link = page.locator(
        '#prophecy-confirmations a[href="/video-categories/prophecy-confirmations"]',
      );
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
    },
  );

  test("a reload stays in its place", BOTH, async ({ page }) => {
    await visitBefore(page);
    await page.goto("/");
    const place = await scrollHome(page);
    await page.reload();
    await expectHome(page, place);
  });

  test("coming back from another document returns to the place", BOTH, async ({ page }) => {
    await visitBefore(page);
    await page.goto("/");
    const place = await scrollHome(page);
    await page.goto("/readyz");
    await page.goBack();
    await expectHome(page, place);
  });

  test("the language switch begins at the top, and back returns", BOTH, async ({ page }) => {
    await visitBefore(page);
    await page.goto("/");
    const place = await scrollHome(page);
    await press(page, page.getByRole("link", { name: "Français" }));
    await expect(page.getByRole("heading", { name: "Nos chaînes" })).toBeVisible();
    await expectTop(page, 0);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Our Channels" })).toBeAttached();
    await expectHome(page, place);
  });

  test(
    "a video that opens over a section that a link named moves nothing",
    BOTH,
    async ({ page }) => {
      await visitBefore(page);
      await page.goto("/");
      const link = page.getByRole("link", { name: "Sermons and Programs" });
      await link.click();
      await expect(page).toHaveURL(/#sermons$/);
      await expect(page.getByRole("heading", { name: "Latest Sermons" })).toBeInViewport();
      const top = await topOf(page);
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
    },
  );
});

test.describe("in a long list", () => {
  // Each starts a server.
  test.describe.configure({ timeout: 120_000 });
  // The platform's fake holds a list of three pages.
  test.use({
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

  test.describe("with the platform's player", () => {
    // It plays after a click only, from the platform's own address.
    test.use({ expectedFaults: [/^request to another host: http:\/\/127\.0\.0\.1/] });

    test("a video opens and closes over its page, which does not move", BOTH, async ({ page }) => {
      await visitBefore(page);
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
  });

  test(
    "Next begins at the top, back and forward return to each page's place",
    BOTH,
    async ({ page }) => {
      await visitBefore(page);
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
    },
  );

  test("a page whose list is fetched anew is as far down as it was", BOTH, async ({ page }) => {
    await visitBefore(page);
    await page.goto("/videos/sermons?page=2");
    await scrollDown(page, 900);
    const top = await topOf(page);
    await goHome(page);
    // The list is in no memory of this document.
    await page.reload();
    await page.goBack();
    await expect(page.getByText("Page 2 of 3")).toBeAttached();
    await expectTop(page, top);
  });

  test(
    "what is typed into the search on a later page goes on into the search",
    BOTH,
    async ({ page }) => {
      await visitBefore(page);
      await page.goto("/videos/sermons?page=2");
      const search = page.getByRole("searchbox");
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
    },
  );
});

test.describe("in the Bible", () => {
  const PSALM_119 = "/bible?version=kjv&book=psalms&chapter=119";
  const heading = (page: Page) => page.getByRole("heading", { level: 1 });

  for (const size of [1, 4]) {
    test(
      `a long chapter in text of size ${size} is open where it was left`,
      BOTH,
      async ({ page }) => {
        await visitBefore(page);
        await page.evaluate((text) => localStorage.setItem("bible-text-size", String(text)), size);
        await page.goto(PSALM_119);
        // The face of titles is there for the second page, and sets the heading wider.
        await page.reload();
        await scrollDown(page, 4_000);
        const top = await topOf(page);
        await goHome(page);
        await expectTop(page, 0);
        await page.goBack();
        await expect(heading(page)).toHaveText("Psalms 119");
        await expectTop(page, top);
        await page.reload();
        await expectTop(page, top);
      },
    );
  }

  test(
    "the next chapter begins at the top, and back returns into the one before",
    BOTH,
    async ({ page }) => {
      await visitBefore(page);
      await page.goto(PSALM_119);
      await scrollDown(page, 5_000);
      const next = page.getByRole("button", { name: /^Next chapter/ });
      await next.scrollIntoViewIfNeeded();
      const top = await topOf(page);
      await next.click();
      await expect(heading(page)).toHaveText("Psalms 120");
      await expectTop(page, 0);
      await page.goBack();
      await expect(heading(page)).toHaveText("Psalms 119");
      await expectTop(page, top);
    },
  );

  test(
    "a verse that an address names is shown first; back returns to where one read on",
    BOTH,
    async ({ page }) => {
      await visitBefore(page);
      await page.goto(`${PSALM_119}&verse=90`);
      await expect(page.locator('[data-verse="90"]')).toBeInViewport();
      await page.locator('[data-verse="120"]').scrollIntoViewIfNeeded();
      const top = await topOf(page);
      await goHome(page);
      await page.goBack();
      await expect(heading(page)).toHaveText("Psalms 119");
      await expectTop(page, top);
    },
  );

  test("results that were asked for by Show more are there again", BOTH, async ({ page }) => {
    await visitBefore(page);
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
});
