import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { englishWordsOf } from "./support/french-words.ts";
import { expect, test } from "./support/page-test.ts";
import { setTime } from "./support/set-time.ts";

test.describe("an unknown French path", () => {
  test.use({ expectedFaults: [/status of 404/] });

  test("shows the error in French", async ({ page }) => {
    await page.goto("/fr/inconnu");
    expect(await englishWordsOf(page)).toEqual([]);
  });
});

test("times and dates have the French format @full", async ({ page }) => {
  await setTime(page, "2026-11-21T12:00:00Z");
  await page.goto("/fr/live-tv");
  await expect(page.getByText("Jeudi 16:00, heure de Paris")).toBeVisible();
  await expect(page.getByText("Heure locale : jeudi 16:00")).toBeVisible();
  await expect(page.getByText(/^Demain à \d{1,2}:00/)).toBeVisible();
  await page.goto("/fr/videos/music");
  await page.locator("[data-video]").first().click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/\d{1,2} \p{L}+\.? 20\d\d/u)
      .first(),
  ).toBeVisible();
});

test("lists start with French videos and mark the titles of the others as English @full", async ({
  page,
}) => {
  await page.goto("/fr");
  const row = page
    .getByRole("region", { name: CATALOGUE.fr.home.rows.sermons })
    .locator("[data-video]");
  await expect(row.first()).toHaveAttribute("href", /v=clip-fr-/);
  await expect(row.last().locator("[lang=en]")).toHaveCount(1);
  await page.goto("/fr/videos/sermons");
  const cards = page.locator("[data-video]");
  await expect(cards.first()).toHaveAttribute("href", /v=clip-fr-/);
  await page.goto("/videos/sermons");
  await expect(cards.first()).not.toHaveAttribute("href", /v=clip-fr-/);
});
