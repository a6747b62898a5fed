import { expect, type Page } from "@playwright/test";

/** Waits until the deferred parts of a page have loaded. */
export async function waitForAfterLoad(page: Page): Promise<void> {
  await expect(page.locator("[data-source]")).toBeAttached();
}
