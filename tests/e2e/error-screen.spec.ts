import type { Route } from "@playwright/test";
import { expect, test } from "./support/page-test.ts";

test.describe("a page whose code does not arrive", () => {
  // The browser's line about the request, and the screen's own line: the error is logged.
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
});

test.describe("a page whose code has another address since an update", () => {
  test.use({ expectedFaults: [/status of 404|dynamically imported module|net::ERR_FAILED/] });

  test("is loaded anew by itself", async ({ page }) => {
    await page.goto("/");
    // What the page on the screen asks for is gone; the page that is loaded anew finds its own.
    await page.route("**/assets/privacy-policy-route*", answerGone, { times: 1 });
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    await expect(page).toHaveURL(/\/privacy-policy$/);
  });

  test("is loaded anew once, and nobody is told to be offline @full", async ({ page }) => {
    await page.goto("/");
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
    });
    await page.route("**/assets/privacy-policy-route*", answerGone);
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    // The page that is loaded anew asks for its code in vain, and stays as the server sent it.
    await expect.poll(() => loads).toBe(1);
    await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(loads).toBe(1);
    await expect(page.getByText("You are offline")).toHaveCount(0);
  });

  test("says that the server is away where it does not answer, or that the device is offline @full", async ({
    page,
  }) => {
    await page.goto("/");
    await page.route("**/manifest.webmanifest", (route) => route.abort());
    await page.route("**/assets/privacy-policy-route*", (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("alert")).toContainText("Our server does not answer");
    await page.evaluate(() => Object.defineProperty(navigator, "onLine", { value: false }));
    await page.goBack();
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("alert")).toContainText("You are offline");
  });
});

function answerGone(route: Route): Promise<void> {
  return route.fulfill({ status: 404, body: "Not found" });
}
