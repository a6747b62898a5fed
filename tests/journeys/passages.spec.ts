import { expect, test } from "./support/journey-test.ts";

test("a passage in a video's description links to its verse in the Bible, and Back returns to the video @phone @full", async ({
  page,
}) => {
  await page.goto("/fr/videos/sermons?v=clip-fr-les-beatitudes-verset-par-verset");
  const film = page.getByRole("dialog");
  const passage = film.getByRole("link", { name: "Matthieu 5:1-16" });
  await expect(passage).toHaveAttribute("href", "/fr/bible?book=matthew&chapter=5&verse=1");
  await passage.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Matthieu 5");
  await expect(page.locator('[data-verse="1"]')).toBeVisible();
  await page.goBack();
  await expect(passage).toBeVisible();
});
