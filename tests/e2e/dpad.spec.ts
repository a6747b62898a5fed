import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { waitForAfterLoad } from "./support/after-load.ts";
import { expect, MOVING, test } from "./support/page-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

test.use(MOVING);

const TELEVISION =
  "Mozilla/5.0 (SMART-TV; LINUX; Tizen 9.0) AppleWebKit/537.36 (KHTML, like Gecko) 120.0.0.0/9.0 TV Safari/537.36";

/** Presses a key until the target has focus. Bounded, so that a focus trap fails the test. */
async function walk(page: Page, key: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.getAttribute("aria-label") ?? focused?.textContent?.trim() ?? "";
  });
}

async function focusIsSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const box = focused?.getBoundingClientRect();
    if (!focused || !box || focused === document.body) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    const isInside = box.bottom > 0 && box.top < innerHeight && box.right > 0;
    return isInside && outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 4;
  });
}

async function pressCode(page: Page, keyCode: number): Promise<void> {
  await page.evaluate((code) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "keyCode", { value: code });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, keyCode);
}

async function openOnTelevision(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html.remote")).toHaveCount(1);
  // The wide focus ring is part of the styles that load after the page.
  await waitForAfterLoad(page);
}

test.describe("on a television", () => {
  test.use({ viewport: { width: 1920, height: 1080 }, userAgent: TELEVISION });

  test("arrows reach every link of the navigation, with a focus ring visible from three metres @full", async ({
    page,
  }) => {
    await openOnTelevision(page, "/");
    await page.keyboard.press("ArrowDown");
    expect(await focusIsSeen(page)).toBe(true);
    const navigation = page.getByRole("navigation", { name: "Main navigation" });
    const isInHeader = () => page.evaluate(() => !!document.activeElement?.closest("header"));
    await walk(page, "ArrowUp", isInHeader);
    await walk(page, "ArrowLeft", async () => (await focusedText(page)) === "Home");
    const expected = await navigation.getByRole("link").allTextContents();
    const reached = new Set([await focusedText(page)]);
    for (let steps = 0; steps < expected.length; steps++) {
      await page.keyboard.press("ArrowRight");
      expect(await focusIsSeen(page)).toBe(true);
      reached.add(await focusedText(page));
    }
    expect(expected.filter((text) => !reached.has(text.trim()))).toEqual([]);
    await page.keyboard.press("ArrowUp");
    await walk(page, "ArrowRight", async () => (await focusedText(page)) === "Sign In");
    await walk(page, "ArrowLeft", async () => (await focusedText(page)) === "Reign TV");
  });

  test("a channel gets focus, starts and pauses by OK, and releases focus @full", async ({
    page,
  }) => {
    await openOnTelevision(page, "/live-tv");
    const video = page.frameLocator("main iframe").locator("video");
    const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
    await expect.poll(isPaused).toBe(false);
    const isOnPlayer = async () => (await focusedText(page)) === "Live Stream English";
    await page.keyboard.press("ArrowDown");
    await walk(page, "ArrowUp", isOnPlayer);
    await page.keyboard.press("Enter");
    await expect.poll(isPaused).toBe(true);
    await pressCode(page, 415);
    await expect.poll(isPaused).toBe(false);
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("A");
    await page.keyboard.press("ArrowUp");
    expect(await isOnPlayer()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("DIV");
  });

  test("a card opens its video, and Back returns focus to it", async ({ page }) => {
    await openOnTelevision(page, "/");
    const isOnCard = () =>
      page.evaluate(() => document.activeElement?.hasAttribute("data-video") ?? false);
    await page.keyboard.press("ArrowDown");
    const isOnChannel = () =>
      page.evaluate(() => document.activeElement?.closest("[data-channel]") !== null);
    expect(await isOnChannel()).toBe(true);
    await walk(page, "ArrowDown", isOnCard);
    await page.keyboard.press("ArrowRight");
    expect(await isOnCard()).toBe(true);
    const id = await videoIdOf(page.locator(":focus"));
    await page.keyboard.press("Enter");
    const modal = page.getByRole("dialog");
    await expect(modal).toBeVisible();
    const video = modal.frameLocator("iframe").locator("video");
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0);
    for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]) {
      await page.keyboard.press(key);
      expect(await page.evaluate(() => !!document.activeElement?.closest("dialog"))).toBe(true);
    }
    await pressCode(page, 10009);
    await expect(modal).toBeHidden();
    await expect(page.locator(`[data-video][href$="v=${id}"]`).first()).toBeFocused();
    // The banner offers the app already.
    await expect(page.locator("[data-install-card]")).toHaveCount(0);
  });

  test("arrows walk all of Home down and back without losing focus; it is accessible at this size @full", async ({
    page,
  }) => {
    test.slow();
    await openOnTelevision(page, "/");
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(overflow).toBeLessThanOrEqual(1920);
    await page.keyboard.press("ArrowDown");
    const isInFooter = () => page.evaluate(() => !!document.activeElement?.closest("footer"));
    await walk(page, "ArrowDown", isInFooter);
    expect(await focusIsSeen(page)).toBe(true);
    await walk(page, "ArrowUp", () =>
      page.evaluate(() => !!document.activeElement?.closest("header")),
    );
    expect(await focusIsSeen(page)).toBe(true);
  });

  test("arrows move focus in the Bible and do not turn the chapter @full", async ({ page }) => {
    await openOnTelevision(page, "/bible?version=kjv&book=john&chapter=3");
    const address = page.url();
    await page.keyboard.press("ArrowDown");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown"]) {
      await page.keyboard.press(key);
    }
    expect(page.url()).toBe(address);
    expect(await focusIsSeen(page)).toBe(true);
  });

  test("Left and Right move in a search field's text, Up and Down leave it @full", async ({
    page,
  }) => {
    await openOnTelevision(page, "/video-on-demand");
    const field = page.getByPlaceholder("Search categories...");
    await field.fill("music");
    await page.keyboard.press("ArrowLeft");
    await expect(field).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(field).not.toBeFocused();
    expect(await focusIsSeen(page)).toBe(true);
  });
});

test("arrows keep the browser's behaviour on a desktop @full", async ({ page }) => {
  await page.goto("/bible?version=kjv&book=john&chapter=3");
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    await expect(page).not.toHaveURL(/chapter=3$/, { timeout: 500 });
  }).toPass();
  await expect(page.locator("html.remote")).toHaveCount(0);
});
