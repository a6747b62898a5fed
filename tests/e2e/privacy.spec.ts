import { expect, test } from "./support/page-test.ts";

test("the privacy policy is of June 14, 2025 and makes its six points", async ({ page }) => {
  await page.goto("/privacy-policy");
  const policy = page.getByRole("main");
  await expect(policy.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await expect(policy.getByText("Last updated: June 14, 2025")).toBeVisible();
  for (const point of [
    /without an account/,
    /non-personal usage data/,
    /submit voluntarily in forms/,
    /children under 13/,
    /link to other websites/,
  ]) {
    await expect(policy.getByText(point)).toBeVisible();
  }
  await expect(policy.getByRole("link", { name: "hello@reign-tv.example" })).toHaveAttribute(
    "href",
    "mailto:hello@reign-tv.example",
  );
});
