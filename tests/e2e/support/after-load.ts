import { expect, type Page } from "@playwright/test";

/** Waits for what comes to every page after it has loaded; nothing of it is on its way any more. */
export async function waitForAfterLoad(page: Page): Promise<void> {
  await expect(page.locator("[data-source]")).toBeAttached();
}
