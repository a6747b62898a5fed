import type { Page } from "@playwright/test";
import { expect, test } from "./support/page-test.ts";

/** Delays the app's code, as a slow connection does, until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/assets/entry-en*", async (route) => {
    await gate;
    await route.continue();
  });
  return letGo;
}

test("a press on Voice settings before hydration is not lost", async ({ page }) => {
  const letGo = await holdCode(page);
  const opening = page.goto("/devotional?day=2");
  await page.getByRole("button", { name: "Voice settings" }).click();
  letGo();
  await opening;
  await expect(page.getByLabel("Speech-provider API key")).toBeVisible();
});

test("a press on the menu before hydration opens it once @phone @full", async ({ page }) => {
  const letGo = await holdCode(page);
  const opening = page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  letGo();
  await opening;
  await expect(page.getByRole("button", { name: "Close menu" }).first()).toBeVisible();
});
