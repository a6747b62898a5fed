import type { Browser, FrameLocator, Page } from "@playwright/test";
import { expect } from "./journey-test.ts";

/** Somebody who watches, in a browser of their own. */
export type Visitor = { page: Page; player: FrameLocator };

/** Opens a page with a player and marks it, so that a reload would be seen (`isSamePage`). */
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
  await expect(player.locator("#embed-config")).toBeAttached({ timeout: 15_000 });
  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  return { page, player };
}

/** Whether a visitor's page is the one that was opened. */
export async function isSamePage({ page }: Visitor): Promise<boolean> {
  return page.evaluate(() => document.body.dataset["same"] === "yes");
}

/** What a player's page was told to play; "" while it is being loaded anew. */
export async function settingsOf(player: Page | FrameLocator): Promise<string> {
  return (await player.locator("#embed-config").textContent()) ?? "";
}
