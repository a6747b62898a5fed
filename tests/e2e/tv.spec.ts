import type { Page } from "@playwright/test";
import { accessibilityFaults } from "./support/accessibility.ts";
import { englishWordsOf } from "./support/french-words.ts";
import { expect, MOVING, test } from "./support/page-test.ts";

test.use(MOVING);

test.use({ viewport: { width: 1920, height: 1080 } });

/** Sends a key as a television does: with a code and without a name. */
async function pressCode(page: Page, keyCode: number, times = 1): Promise<void> {
  await page.evaluate(
    ([code, count = 1]) => {
      for (let press = 0; press < count; press++) {
        const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true });
        Object.defineProperty(event, "keyCode", { value: code });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
    },
    [keyCode, times],
  );
}

async function expectNoBreach(page: Page): Promise<void> {
  expect(await accessibilityFaults(page, { tags: null })).toEqual([]);
}

function positionOf(page: Page): Promise<number> {
  return page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
}

test("/tv shows both channels, its language first, and the newest videos, readable from three metres, in both languages", async ({
  page,
}) => {
  for (const { address, first, second, wide } of [
    {
      address: "/tv",
      first: "Live Stream English",
      second: "Live Stream French",
      wide: "Latest videos",
    },
    {
      address: "/fr/tv",
      first: "Direct en français",
      second: "Direct en anglais",
      wide: "Dernières vidéos",
    },
  ]) {
    await page.goto(address);
    await expect(page.getByRole("link", { name: first })).toBeFocused();
    await expect(page.getByRole("link", { name: second })).toBeVisible();
    const newest = page.getByRole("region", { name: wide });
    await expect(newest.getByRole("link")).toHaveCount(12);
    const smallest = await page.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll("body *")]
          .filter((element) => element.textContent?.trim() && element.checkVisibility())
          .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      ),
    );
    expect(smallest).toBeGreaterThanOrEqual(24);
    const margin = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect(margin?.x).toBeGreaterThanOrEqual(1920 * 0.05);
    expect(margin?.y).toBeGreaterThanOrEqual(1080 * 0.05 - 1);
    await expectNoBreach(page);
  }
  expect(await englishWordsOf(page)).toEqual([]);
});

test("a channel plays by OK, handles media keys, changes by Up, and returns to its card by the Back key of every maker", async ({
  page,
}) => {
  await page.goto("/tv");
  const card = page.getByRole("link", { name: "Live Stream English" });
  for (const back of [461, 10009, 8, 27]) {
    await page.keyboard.press("Enter");
    const player = page.getByRole("dialog", { name: "Live Stream English" });
    await expect(player).toBeVisible();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
    // Pressed again before a slow television has gone back.
    await pressCode(page, back, 2);
    await expect(player).toBeHidden();
    await expect(page.locator("video")).toHaveCount(0);
    await expect(card).toBeFocused();
  }

  // The second one is what a key that is held down sends.
  for (let press = 0; press < 2; press++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
  await expectNoBreach(page);
  const isPaused = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.paused);
  await pressCode(page, 19);
  await expect.poll(isPaused).toBe(true);
  await expect(page.getByText("Paused")).toBeVisible();
  await pressCode(page, 415);
  await expect.poll(isPaused).toBe(false);
  await pressCode(page, 10252);
  await expect.poll(isPaused).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("dialog", { name: "Live Stream French" })).toBeVisible();
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
  await pressCode(page, 413);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("arrows move through the rows, a video plays and seeks, and focus returns to its card", async ({
  page,
}) => {
  await page.goto("/tv");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const third = page.getByRole("region", { name: "Latest videos" }).getByRole("link").nth(2);
  await expect(third).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(
    page.getByRole("region", { name: "Sermons" }).getByRole("link").first(),
  ).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(third).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
  await pressCode(page, 417);
  await expect.poll(() => positionOf(page)).toBeGreaterThan(9);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(third).toBeFocused();
});

test("arrows reach every row with its images, and Back leads to the menu @full", async ({
  page,
}) => {
  await page.goto("/tv");
  const rows = await page.locator("[data-row]").count();
  for (let row = 2; row < rows; row++) {
    await page.keyboard.press("ArrowDown");
    const focused = page.locator(`[data-row] >> nth=${row}`).getByRole("link").first();
    await expect(focused).toBeFocused();
    await expect(focused).toBeInViewport({ ratio: 1 });
    await expect(focused.locator("img")).toHaveAttribute("src", /^\/img\//);
  }
  for (let row = 0; row < rows; row++) await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("link", { name: "Français" })).toBeFocused();
});

test("Back at the first screen closes an installed app @full", async ({ page }) => {
  await page.addInitScript(() => {
    const exit = () => document.body.setAttribute("data-exited", "");
    Object.assign(window, {
      tizen: { application: { getCurrentApplication: () => ({ exit }) } },
    });
  });
  await page.goto("/tv?tv=tizen");
  await pressCode(page, 10009);
  await expect(page.locator("body")).toHaveAttribute("data-exited");
});

test("the page keeps its shell when the language changes @full", async ({ page }) => {
  await page.goto("/tv?tv=webos");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/fr\/tv\?tv=webos$/);
  await expect(page.getByRole("heading", { name: "Chaînes en direct" })).toBeVisible();
});

test("every card is a link to something that plays without a script", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/tv`);
  await expect(page.getByRole("link", { name: "Live Stream English" })).toHaveAttribute(
    "href",
    "/live/english/index.m3u8",
  );
  const first = page.getByRole("region", { name: "Latest videos" }).getByRole("link").first();
  await expect(first).toHaveAttribute("href", /^\/media\/clips\/.+\.mp4/);
  await context.close();
});

test.describe("a stream that does not respond", () => {
  test.use({ expectedFaults: [/status of 503/] });

  test("shows an error, and OK retries @full", async ({ page }) => {
    let isAway = true;
    await page.route("**/live/english/*", (route) =>
      isAway ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.clock.install({ time: new Date("2026-11-21T12:00:00Z") });
    await page.goto("/tv");
    await page.keyboard.press("Enter");
    const message = page.getByText("This isn't responding. Press OK to try again.");
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(message).toBeVisible({ timeout: 200 });
    }).toPass();
    isAway = false;
    await page.keyboard.press("Enter");
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
    await expect(message).toBeHidden();
  });
});
