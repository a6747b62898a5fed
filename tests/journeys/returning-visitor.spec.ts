import { expect, test, visitBefore } from "./support/journey-test.ts";

test("a second visit is served by the worker and is complete", async ({ page }) => {
  await visitBefore(page);
  await page.reload();
  expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await expect(page.getByRole("heading", { name: "Latest Sermons" })).toBeVisible();
});
