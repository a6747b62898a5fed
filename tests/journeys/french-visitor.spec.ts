import { expect, test, visitBefore } from "./support/journey-test.ts";

test.use({ locale: "fr-CD" });

test("a second visit at / opens in the stored language, and its links lead to their own", async ({
  page,
}) => {
  await visitBefore(page);
  const offer = page.getByRole("region", { name: "Langue" });
  await offer.getByRole("link", { name: "Lire en français" }).click();
  await expect(page).toHaveURL(/\/fr$/);
  await page.goto("/");
  await expect(page).toHaveURL(/\/fr$/);
  await expect(page.getByRole("heading", { name: "Derniers sermons" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Direct en français" }).first()).toBeVisible();
  await page.goto("/live-tv");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
