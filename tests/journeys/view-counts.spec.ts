import { MOVING } from "#tests/e2e/support/page-test.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

test.use(MOVING);

test.describe("with its own server", () => {
  test.use({ ownServer: {} });

  test("a card shows the views of its video from the first one on @full", async ({
    page,
    request,
  }) => {
    await visitBefore(page);
    await page.goto("/videos/sermons");
    const cards = page.locator("[data-video]");
    await expect(cards.filter({ hasText: /view/ })).toHaveCount(0);
    const id = await videoIdOf(cards.first());
    expect((await request.post(`/media/clips/${id}/views`)).status()).toBe(204);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(cards.first()).toContainText("1 view");
    await page.goto("/fr/videos/sermons");
    await expect(cards.filter({ hasText: "1 vue" })).toHaveCount(1);
  });
});
