import { expect, test } from "./support/page-test.ts";

test("the privacy policy is dated June 14, 2025, makes its six points, and lists the data stored on the device (S2.18, S2.114 to S2.120)", async ({
  page,
}) => {
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
  const table = page.getByRole("table");
  for (const name of ["theme", "watchPositions", "bible-bookmarks", "sb-{site}-auth-token"]) {
    await expect(table.getByRole("rowheader", { name, exact: true })).toBeVisible();
  }
  await page.goto("/fr/privacy-policy");
  await expect(page.getByText("Ce que nous enregistrons sur votre appareil")).toBeVisible();
  await expect(page.getByRole("row", { name: "theme Thème clair ou sombre" })).toBeVisible();
});

test("the footer links to the allowed players, whose consent can be withdrawn @full", async ({
  page,
}) => {
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("playerConsents", '["player.example"]'));
  await page.getByRole("link", { name: "Privacy choices" }).click();
  await expect(page).toHaveURL(/\/privacy-policy#choices$/);
  await expect(page.getByText("You've allowed: player.example.")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw all permissions" }).click();
  await expect(page.getByText("You haven't allowed any external player.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("playerConsents"))).toBe("[]");
});
