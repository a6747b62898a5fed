import type { Page } from "@playwright/test";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { IS_FULL } from "#tests/support/full-run.ts";
import { expect, test } from "./support/journey-test.ts";

/**
 * Routes for visitors without an account. /profile is behind Sign In; mails link to /auth/reset and
 * /auth/confirmed.
 */
const ROUTES: readonly string[] = [
  "/auth",
  "/auth/forgot",
  "/search",
  "/live-tv",
  "/video-on-demand",
  "/watch-history",
  "/watch-later",
  "/devotional",
  "/bible",
  "/privacy-policy",
  ...CATEGORIES.map(({ path }) => path),
];

/** Opens a page, and its menu when that is collapsed. */
async function openWithMenu(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Forms appear with their chunk.
  if (path.startsWith("/auth")) await expect(page.getByRole("main").locator("form")).toBeVisible();
  const toggle = page.getByRole("button", { name: "Open menu" });
  if (await toggle.isVisible()) {
    await toggle.click();
    await expect(page.locator("#mobile-menu")).toBeVisible();
  }
}

/** Returns the paths of visible links to this site. */
function visibleLinks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a")]
      .filter((link) => link.checkVisibility({ visibilityProperty: true }))
      .filter((link) => link.origin === location.origin)
      .filter(({ offsetWidth, offsetHeight }) => offsetWidth > 1 && offsetHeight > 1)
      .map(({ pathname }) => pathname),
  );
}

async function waysFrom(page: Page, path: string): Promise<string[]> {
  await openWithMenu(page, path);
  return visibleLinks(page);
}

/** Below and above the width at which the menu collapses. */
for (const width of IS_FULL ? [360, 1366] : [360]) {
  test(`every page is reachable from Home by visible links, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const found = new Set(["/"]);
    for (const path of found) {
      if (path !== "/" && !ROUTES.includes(path)) continue;
      for (const way of await waysFrom(page, path)) found.add(way);
      if (ROUTES.every((route) => found.has(route))) break;
    }
    expect(ROUTES.filter((route) => !found.has(route))).toEqual([]);
  });
}

test("the main pages and a member's profile are one step from Home at every width @full", async ({
  page,
  request,
}) => {
  test.slow();
  await enterAs(page, await createAccount(request));
  for (const width of [360, 768, 1024, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await openWithMenu(page, "/");
    // The page knows its user once its code runs.
    await expect.poll(() => visibleLinks(page), `${width} px`).toContain("/profile");
    const ways = await visibleLinks(page);
    for (const path of [
      "/devotional",
      "/bible",
      "/live-tv",
      "/video-on-demand",
      "/watch-history",
    ]) {
      expect.soft(ways, `${width} px`).toContain(path);
    }
  }
});
