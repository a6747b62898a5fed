import type { Locator, Page } from "@playwright/test";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { everyPage as en } from "#shared/messages/en/every-page.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { playerIn, type PlayerPage } from "#tests/e2e/support/player-page.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

const details = videoDetailsMessages.en;
const { filters } = categoryMessages.en.list;
const LIST = "/videos/sermons";

test.describe.configure({ timeout: 120_000 });

/** Goes from Home to the whole list of sermons and filters it by English. */
async function walkToSermons(page: Page): Promise<Locator> {
  await visitBefore(page);
  await page.getByRole("link", { name: en.home.viewAllOf(en.home.rows.sermons) }).click();
  await expect(page).toHaveURL(LIST);
  const menu = page.locator("summary", { hasText: filters.all });
  await menu.click();
  await page.getByRole("combobox", { name: filters.names.lang }).selectOption("en");
  await menu.click();
  await expect(page).toHaveURL(`${LIST}?lang=en`);
  await expect(page.getByText("Filtered: 5")).toBeVisible();
  return page.locator("[data-video]").first();
}

async function openVideo(page: Page, card: Locator): Promise<PlayerPage> {
  await card.click();
  const player = playerIn(page.getByRole("dialog").frameLocator("iframe"));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  return player;
}

/** Seeks to the last seconds of a sermon: 90 %, then 10 s further. */
async function pressNearEnd(page: Page): Promise<void> {
  await page.keyboard.press("9");
  await page.keyboard.press("l");
}

test("a video is found from Home by a filter, shared, and closed back to its list @phone @full", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The device's share sheet is not under test.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  const card = await walkToSermons(page);
  const id = await videoIdOf(card);
  const player = await openVideo(page, card);
  const surface = page.getByRole("dialog");
  await expect(page).toHaveURL(`${LIST}?lang=en&v=${id}`);
  await surface.getByRole("checkbox", { name: /^Share from 0:(?!00)/ }).check();
  await page.keyboard.press("k");
  await expect.poll(async () => (await player.read()).isPaused).toBe(true);
  await expectAccessible(page);
  await surface.getByRole("button", { name: details.share }).click();
  await expect(page.getByText(details.copied).first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`${LIST}\\?v=${id}&t=\\d+$`));
  await page.goBack();
  await expect(surface).toHaveCount(0);
  await expect(page).toHaveURL(`${LIST}?lang=en`);
  await page.getByRole("link", { name: filters.clear }).click();
  await expect(page).toHaveURL(LIST);
});

test("the end of a video offers the next one over the player, with cancel and play by keyboard @full", async ({
  page,
}) => {
  const card = await walkToSermons(page);
  const first = await videoIdOf(card);
  const player = await openVideo(page, card);
  const next = page.getByRole("region", { name: details.upNext });
  await pressNearEnd(page);
  await expect(next).toBeVisible({ timeout: 20_000 });
  await expect(next.getByRole("button", { name: details.playNext })).toBeFocused();
  await next.getByRole("button", { name: details.cancel }).press("Enter");
  await expect(next).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`v=${first}$`));
  await pressNearEnd(page);
  await page.keyboard.press("k");
  await expect(next).toBeVisible({ timeout: 20_000 });
  await next.getByRole("button", { name: details.playNext }).press("Enter");
  await expect(page).not.toHaveURL(new RegExp(`v=${first}$`));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${LIST}?lang=en`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the picture of a landscape phone is as high as the window, and nothing covers it @full", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openVideo(page, await walkToSermons(page));
  const surface = page.getByRole("dialog");
  for (const size of [
    { width: 844, height: 390 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => (await surface.locator("iframe").boundingBox())?.height)
      .toBeCloseTo(size.height, 0);
    const frame = await surface.locator("iframe").boundingBox();
    const close = await surface
      .getByRole("button", { name: videoDetailsMessages.en.closeVideo })
      .boundingBox();
    if (!frame || !close) throw new Error("The surface has no player or no way out");
    expect(frame.x + frame.width).toBeLessThanOrEqual(close.x);
  }
});

test("a video stays in sight while its page scrolls and on other pages, in one frame @full", async ({
  page,
}) => {
  await visitBefore(page, LIST);
  // Long enough for the whole way.
  const card = page.locator("[data-video]").filter({ hasText: "3:12" }).first();
  const id = await videoIdOf(card);
  await openVideo(page, card);
  const player = playerIn(page.frameLocator("dialog iframe"));
  const surface = page.getByRole("dialog");
  const frame = page.locator("iframe");
  const loadedAt = () => player.root.evaluate(() => performance.timeOrigin);
  const first = await loadedAt();

  await page.setViewportSize({ width: 1024, height: 600 });
  await surface.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  await expect.poll(async () => (await frame.boundingBox())?.width).toBe(320);
  await page.setViewportSize({ width: 360, height: 740 });
  await surface.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  await expect.poll(async () => (await frame.boundingBox())?.y).toBe(44);

  await page.goBack();
  const corner = page.getByRole("region", { name: /^Mini player: / });
  await expect(corner).toBeVisible();
  // The bars hide on a scrolled page.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("link", { name: "Bible", exact: true }).last().click();
  await expect(page).toHaveURL("/bible");
  const before = await player.position();
  await expect.poll(() => player.position()).toBeGreaterThan(before);
  await expectAccessible(page);
  const box = await corner.boundingBox();
  const bar = await page.getByRole("navigation", { name: en.shell.bottomNavigation }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

  await corner.getByRole("link").click();
  await expect(page).toHaveURL(`${LIST}?v=${id}`);
  await expect(surface).toBeVisible();
  expect(await loadedAt()).toBe(first);
  await surface.getByRole("button", { name: details.closeVideo }).click();
  await expect(page).toHaveURL("/bible");
  await expect(frame).toHaveCount(0);
});
