import { MOVING } from "#tests/e2e/support/page-test.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

test.use(MOVING);

test.describe("on a server of its own", () => {
  test.use({ ownServer: {} });

  test("a clip that was never watched says so on every card, and one that was says how often @full", async ({
    page,
    request,
  }) => {
    await visitBefore(page);
    await page.goto("/videos/sermons");
    const cards = page.locator("[data-video]");
    await expect(cards.filter({ hasText: "No views yet" })).toHaveCount(await cards.count());
    const id = await videoIdOf(cards.first());
    expect((await request.post(`/media/clips/${id}/views`)).status()).toBe(204);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(cards.first()).toContainText("1 view");
    await page.goto("/fr/videos/sermons");
    await expect(cards.last()).toContainText("Aucune vue pour l’instant");
  });
});
