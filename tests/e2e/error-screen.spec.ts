import type { Route } from "@playwright/test";
import { expect, test } from "./support/page-test.ts";

test.describe("a page whose code does not load", () => {
  // The browser logs the failed request, and the screen logs the error.
  test.use({ expectedFaults: [/net::ERR_FAILED|dynamically imported module/] });

  test('shows "Something went wrong", logs the error, and "Try again" resets it (S2.35 to S2.37, S8.18)', async ({
    page,
  }) => {
    await page.goto("/");
    await page.route("**/assets/privacy-policy-route*", (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(/\S/);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  });

  test("loads it when a connection that broke off during the load is back @full", async ({
    page,
  }) => {
    await page.route("**/assets/privacy-policy-route*", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await page.goto("/privacy-policy");
    await failed;
    await page.unrouteAll();
    const reloaded = page.waitForEvent("load");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await reloaded;
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    await expect(page.locator("html")).toHaveClass(/dark/);
  });
});

test.describe("a page whose code has a new URL since an update", () => {
  test.use({ expectedFaults: [/status of 404|dynamically imported module|net::ERR_FAILED/] });

  test("reloads by itself", async ({ page }) => {
    await page.goto("/");
    // The old chunk is gone; the reloaded page requests the new one.
    await page.route("**/assets/privacy-policy-route*", respondGone, { times: 1 });
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    await expect(page).toHaveURL(/\/privacy-policy$/);
  });

  test("reloads once and does not claim to be offline @full", async ({ page }) => {
    await page.goto("/");
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
    });
    await page.route("**/assets/privacy-policy-route*", respondGone);
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    // The reloaded page cannot load its code either and stays as the server sent it.
    await expect.poll(() => loads).toBe(1);
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(loads).toBe(1);
    await expect(page.getByText("You're offline")).toHaveCount(0);
  });

  test("reports an unreachable server, or an offline device @full", async ({ page }) => {
    await page.goto("/");
    await page.route("**/manifest.webmanifest", (route) => route.abort());
    await page.route("**/assets/privacy-policy-route*", (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("alert")).toContainText("Our server isn't responding");
    await page.evaluate(() => Object.defineProperty(navigator, "onLine", { value: false }));
    await page.goBack();
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("alert")).toContainText("You're offline");
  });
});

function respondGone(route: Route): Promise<void> {
  return route.fulfill({ status: 404, body: "Not found" });
}
