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

test("a reload restores the position, unless the visitor scrolls before hydration", async ({
  page,
}) => {
  const WANTED_PX = 600;
  const scrollTo = (px: number) => page.evaluate((top) => window.scrollTo(0, top), px);
  const top = () => page.evaluate(() => window.scrollY);
  const appRestores = () =>
    expect.poll(() => page.evaluate(() => window.history.scrollRestoration)).toBe("manual");
  await page.goto("/privacy-policy");
  await appRestores();
  await scrollTo(WANTED_PX);

  await test.step("a browser that scrolls elsewhere is corrected", async () => {
    const letGo = await holdCode(page);
    await page.reload({ waitUntil: "domcontentloaded" });
    await scrollTo(50);
    letGo();
    await expect.poll(top).toBe(WANTED_PX);
  });
  await test.step("the visitor's own position stays", async () => {
    const letGo = await holdCode(page);
    await page.reload({ waitUntil: "domcontentloaded" });
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, -WANTED_PX);
    await expect.poll(top).toBe(0);
    letGo();
    await appRestores();
    expect(await top()).toBe(0);
  });
});
