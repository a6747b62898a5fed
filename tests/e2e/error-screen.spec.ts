import { expect, test } from "./support/page-test.ts";

test.describe("a page whose code does not arrive", () => {
  // The browser's line about the request, and the screen's own line: the error is logged.
  test.use({ expectedFaults: [/net::ERR_FAILED|dynamically imported module/] });

  test('shows "Something went wrong", logs the error, and "Try again" resets it', async ({
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
