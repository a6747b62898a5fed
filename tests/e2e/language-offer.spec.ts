import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/page-test.ts";

test.use({ locale: "fr-CD" });

test("a French browser is offered the same page in French, and the choice redirects from Home", async ({
  page,
}) => {
  await page.goto("/live-tv");
  const offer = page.getByRole("region", { name: "Langue" });
  await expect(offer).toContainText("Cette page est aussi disponible en français.");
  const [place, player] = [
    await offer.boundingBox(),
    await page.locator("main .aspect-video").first().boundingBox(),
  ];
  expect(place?.y).toBeGreaterThan((player?.y ?? 0) + (player?.height ?? 0));
  await expectAccessible(page);
  await offer.getByRole("link", { name: "Lire en français" }).click();
  await expect(page).toHaveURL(/\/fr\/live-tv$/);

  await page.goto("/");
  await expect(page).toHaveURL(/\/fr$/);
  // A requested page is shown as it is, and Home with a query is its own page.
  await page.goto("/bible?version=kjv&book=john&chapter=3");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a choice never redirects from a URL that names a page @full", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "fr"));
  for (const address of ["/live-tv", "/devotional?day=3", "/?v=clip-god-so-loved-the-world"]) {
    await page.goto(address);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    expect(page.url().endsWith(address)).toBe(true);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page offers and redirects nothing, and the switch works", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Langue" })).toHaveCount(0);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.getByRole("link", { name: "Français" }).first().click();
    await expect(page).toHaveURL(/\/fr$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  });
});

test("a visitor who declines is not asked again and stays; the switch changes it @full", async ({
  page,
}) => {
  await page.goto("/");
  const offer = page.getByRole("region", { name: "Langue" });
  await offer.getByRole("button", { name: "Non, merci" }).click();
  await expect(offer).toHaveCount(0);
  await page.goto("/video-on-demand");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("link", { name: "Français" }).first().click();
  await expect(page).toHaveURL(/\/fr\/video-on-demand$/);
  await page.goto("/");
  await expect(page).toHaveURL(/\/fr$/);
  // A link of the site to English Home is a choice of English.
  await page.getByRole("link", { name: "English" }).first().click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
