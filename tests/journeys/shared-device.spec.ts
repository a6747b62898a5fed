import { createAccount, enterAs } from "#tests/e2e/support/accounts.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

test("a sign-out on a shared phone deletes the key of the speech provider @full", async ({
  page,
  request,
}) => {
  await enterAs(page, await createAccount(request));
  await visitBefore(page);
  await page.goto("/devotional?day=2");
  const settings = page.getByRole("button", { name: "Voice settings" });
  const isStored = page.getByText("A key ending in 1234 is saved on this device.");
  await settings.click();
  await page.getByLabel("API key").fill("secret-1234");
  await page.locator("form").getByRole("button", { name: "Save" }).click();
  await expect(isStored).toBeVisible();

  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.locator("[data-toasts]").filter({ hasText: "Signed out" })).toBeVisible();
  await page.goto("/devotional?day=2");
  await settings.click();
  await expect(page.getByLabel("API key")).toBeVisible();
  await expect(isStored).toBeHidden();
});
