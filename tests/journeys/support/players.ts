import type { Browser, FrameLocator, Page } from "@playwright/test";
import { expect } from "./journey-test.ts";

/** A viewer with a separate browser context. */
export type Visitor = { page: Page; player: FrameLocator };

/** Opens a page with a player and marks it, so that a reload is detected (`isSamePage`). */
export async function visitor(
  browser: Browser,
  site: string,
  address: string,
  { hasSockets = true } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  if (!hasSockets) await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await page.goto(address);
  const player = page.locator("main").frameLocator("iframe").first();
  await expect(player.locator("#embed-config")).toBeAttached();
  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  return { page, player };
}

/** Returns true when a visitor's page was not reloaded. */
export async function isSamePage({ page }: Visitor): Promise<boolean> {
  return page.evaluate(() => document.body.dataset["same"] === "yes");
}

/** Returns the settings of a player's page; "" while it reloads. */
export async function settingsOf(player: Page | FrameLocator): Promise<string> {
  return (await player.locator("#embed-config").textContent()) ?? "";
}
