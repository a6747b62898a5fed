import { MOVING } from "#tests/e2e/support/page-test.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

test.use(MOVING);

test.describe("with its own server", () => {
  test.use({ ownServer: {} });

  test("an unwatched clip shows no count on any card, and a watched one shows its count @full", async ({
    page,
    request,
  }) => {
    await visitBefore(page);
    await page.goto("/videos/sermons");
    const cards = page.locator("[data-video]");
    await expect(cards.first()).toBeVisible();
    await expect(cards.filter({ hasText: /\bviews?\b/ })).toHaveCount(0);
    const id = await videoIdOf(cards.first());
    expect((await request.post(`/media/clips/${id}/views`)).status()).toBe(204);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(cards.first()).toContainText("1 view");
    await page.goto("/fr/videos/sermons");
    await expect(cards.filter({ hasText: "1 vue" })).toHaveCount(1);
  });
});
