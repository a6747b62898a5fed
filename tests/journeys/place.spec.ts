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
 * A link leads to the top of a page; going back, going forward and reloading lead to where one was.
 * All of it as a returning visitor, with the worker answering.
 */

/** What a rounded position may differ by. */
const TOLERANCE_PX = 3;
const LONG_LIST = "PLplacesplacesplaces";

const topOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls as a person does, screen by screen, so that what comes into view is drawn. */
async function scrollDown(page: Page, toPx: number): Promise<void> {
  // A page that still grows when it is opened is scrolled on.
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

/** Where the page stands once nothing moves it any more: what arrives above the window moves it. */
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

test(
  "on Home back, a reload and another document return to the place; a change of language begins at the top",
  { tag: BOTH_OR_DESKTOP },
  async ({ page }) => {
    test.slow();
    await visitBefore(page);
    await page.goto("/");
    const place = await scrollHome(page);
    const link = page.locator(
      '#prophecy-confirmations a[href="/video-categories/prophecy-confirmations"]',
    );
    await test.step("back returns to the row that was left, moved sideways as it was, and to its link", async () => {
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
    await test.step("a reload", async () => {
      await page.reload();
      await expectHome(page, place);
    });
    await test.step("coming back from another document", async () => {
      await page.goto("/readyz");
      await page.goBack();
      await expectHome(page, place);
    });
    await test.step("the language switch begins at the top, and back returns", async () => {
      await press(page, page.getByRole("link", { name: "Français" }));
      await expect(page.getByRole("heading", { name: "Nos chaînes" })).toBeVisible();
      await expectTop(page, 0);
      await page.goBack();
      await expect(page.getByRole("heading", { name: "Our Channels" })).toBeAttached();
      await expectHome(page, place);
    });
  },
);

test("a video that opens over a section that a link named moves nothing @full", async ({
  page,
}) => {
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
  // It starts a server.
  test.describe.configure({ timeout: 120_000 });
  // The platform's fake holds a list of three pages.
  test.use({
    // It plays after a click only, from the platform's own address.
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

  test("each page has its place: by a video, by Next, by a list that is fetched again, by a search @phone @full", async ({
    page,
  }) => {
    const search = page.getByRole("searchbox");
    await visitBefore(page);
    await test.step("a video opens and closes over its page, which does not move", async () => {
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
    await test.step("Next begins at the top, back and forward return to each page's place", async () => {
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
    await test.step("a page whose list is fetched again is as far down as it was", async () => {
      const top = await topOf(page);
      await goHome(page);
      // The list is in no memory of this document.
      await page.reload();
      await page.goBack();
      await expect(page.getByText("Page 2 of 3")).toBeAttached();
      await expectTop(page, top);
    });
    await test.step("a search that is typed on a later page", async () => {
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
  "in the Bible a long chapter is open where it was left, also in large text, and after a verse or a search @full",
  { tag: "@both" },
  async ({ page }) => {
    test.slow();
    const PSALM_119 = "/bible?version=kjv&book=psalms&chapter=119";
    const heading = page.getByRole("heading", { level: 1 });
    await visitBefore(page);
    await test.step("in large text, by back and by a reload", async () => {
      await page.evaluate(() => localStorage.setItem("bible-text-size", "4"));
      await page.goto(PSALM_119);
      // The face of titles is there for the second page, and sets the heading wider.
      await page.reload();
      await scrollDown(page, 4_000);
      const top = await topOf(page);
      await goHome(page);
      await expectTop(page, 0);
      await page.goBack();
      await expect(heading).toHaveText("Psalms 119");
      await expectTop(page, top);
      await page.reload();
      await expectTop(page, top);
    });
    await test.step("the next chapter begins at the top, and back returns into the one before", async () => {
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
    await test.step("a verse that an address names is shown first; back returns to where one read on", async () => {
      await page.goto(`${PSALM_119}&verse=90`);
      await expect(page.locator('[data-verse="90"]')).toBeInViewport();
      await page.locator('[data-verse="120"]').scrollIntoViewIfNeeded();
      const top = await topOf(page);
      await goHome(page);
      await page.goBack();
      await expect(heading).toHaveText("Psalms 119");
      await expectTop(page, top);
    });
    await test.step("results that were asked for by Show more are there again", async () => {
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
