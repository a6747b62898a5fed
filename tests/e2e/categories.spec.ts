import { CATEGORIES } from "#shared/videos/categories.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { expect, test } from "./support/page-test.ts";
import { serveVideos, failVideos, holdVideos } from "./support/playlist-responses.ts";

const CATEGORY_TEXTS = categoryMessages.en.categories;

test("Video on Demand lists nine categories with descriptions and Watch links; its search filters by title or description, ignoring case (S1.3, S2.5, S2.80 to S2.83)", async ({
  page,
}) => {
  await page.goto("/video-on-demand");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(9);
  for (const { id, path } of CATEGORIES) {
    const card = cards.filter({ hasText: CATEGORY_TEXTS[id].description });
    await expect(card).toContainText(CATEGORY_TEXTS[id].title);
    await expect(card.getByRole("link", { name: /Watch/ })).toHaveAttribute("href", path);
  }
  const search = page.getByPlaceholder("Search categories...");
  await search.fill("PROPHEC");
  await expect(cards).toHaveCount(3);
  await search.fill("worship and praise");
  await expect(cards).toHaveCount(1);
  await search.fill("zebra");
  await expect(page.getByText('No categories found matching "zebra"')).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(cards).toHaveCount(9);
});

test("a card of each category plays; announcements also have a heading and an icon (S2.9 to S2.17, S2.92, S2.95, S4.30) @full", async ({
  page,
}) => {
  test.slow();
  for (const { id, path } of CATEGORIES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(CATEGORY_TEXTS[id].title);
    if (id === "announcements") {
      const heading = page.getByRole("heading", { level: 2, name: "Ministry Announcements" });
      await expect(heading.locator("svg")).toBeVisible();
    }
    await page.locator("[data-video]").first().click();
    const video = page.getByRole("dialog").frameLocator("iframe").locator("video");
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0);
  }
});

test("a category shows its back link, title, description, total and refresh above 420 px of a phone (S2.84 to S2.86, S2.89, S4.31)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/videos/sermons");
  const first = await page.locator("[data-video]").first().boundingBox();
  expect(first?.y).toBeLessThan(420);
  await expect(page.getByRole("link", { name: "Back to Video on Demand" })).toHaveAttribute(
    "href",
    "/video-on-demand",
  );
  await expect(page.getByText(CATEGORY_TEXTS.sermons.description)).toBeVisible();
  await expect(page.getByText(/^Total videos: \d+$/)).toBeVisible();
  await expect(page.getByText(/^Filtered/)).toBeHidden();
  const answered = page.waitForResponse("**/functions/v1/youtube-playlist-videos");
  await page.getByRole("button", { name: "Refresh" }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
});

test("a list of 130 videos shows 24 per page with Page X of Y, a sliding window of 5 numbers, views and durations; a search returns to page 1 and shows Filtered (S2.87, S2.88, S2.90, S2.91, S2.94, S2.96, S4.29, S9.3) @full", async ({
  page,
}) => {
  await page.goto("/video-on-demand");
  await serveVideos(page, 130);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Sermons/ })
    .click();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Total videos: 130")).toBeVisible();
  await expect(page.locator("[data-video]").first()).toContainText("12K views · 1:02:03");

  await expect(page.locator("[data-video]")).toHaveCount(24);
  await expect(page.getByText("Page 1 of 6")).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Pages" });
  const numbers = pages.getByRole("link", { name: /^Go to page/ });
  await expect(numbers).toHaveText(["1", "2", "3", "4", "5"]);
  await pages.getByRole("link", { name: "Go to page 5" }).click();
  await expect(numbers).toHaveText(["2", "3", "4", "5", "6"]);
  await expect(page).toHaveURL(/\?page=5$/);
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Page 6 of 6")).toBeVisible();
  await expect(page.locator("[data-video]")).toHaveCount(10);
  await expect(pages.getByRole("link", { name: "Next" })).toHaveCount(0);
  await pages.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("Page 5 of 6")).toBeVisible();

  await page.getByPlaceholder("Search videos...").fill("purpose 12");
  await expect(page.getByText("Filtered: 11")).toBeVisible();
  await expect(page).toHaveURL(/\?q=purpose\+12$/);
  await expect(page.getByText(/Page \d/)).toBeHidden();
  await page.getByPlaceholder("Search videos...").fill("nothing like it");
  await expect(page.getByText('No videos found matching "nothing like it"')).toBeVisible();
  await page.reload();
  await expect(page.getByPlaceholder("Search videos...")).toHaveValue("nothing like it");
});

test("a category names what it loads while its list is pending (S2.97) @full", async ({ page }) => {
  await page.goto("/privacy-policy");
  const release = await holdVideos(page);
  await page.getByRole("link", { name: "Videos" }).first().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Testimonies/ })
    .click();
  await expect(page.getByText("Loading amazing content...")).toBeVisible();
  await expect(page.getByText("Fetching all videos from playlist...")).toBeVisible();
  release();
  await expect(page.locator("[data-video]").first()).toBeVisible();
});

test.describe("when the list is unavailable", () => {
  test.use({ expectedFaults: [/status of 502/] });

  test("a category shows the reason and a placeholder that cannot be played (S2.93, S4.28, S8.13, S8.15, S8.16)", async ({
    page,
  }) => {
    await page.goto("/privacy-policy");
    await failVideos(page, "Failed to fetch YouTube videos: quota exceeded");
    await page.getByRole("link", { name: "Videos" }).first().click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Music/ })
      .click();
    await expect(
      page.getByText(
        "Unable to load videos. Showing placeholder content. Error: Failed to fetch YouTube videos: quota exceeded",
      ),
    ).toBeVisible();
    await expect(page.getByText("Music Content Coming Soon")).toBeVisible();
    await expect(page.locator("[data-video]")).toHaveCount(0);
  });
});
