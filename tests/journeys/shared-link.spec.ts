import type { Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { fakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";
import { test as platformTest } from "./support/provider-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

test.use(MOVING);

/** Each test has its own server and browser. */
test.describe.configure({ timeout: 120_000 });

const LIST = "/videos/music";

/** Returns the URL of the first video of a list, as a user shares it. */
async function sharedLink(page: Page, path: string): Promise<string> {
  await page.goto(path);
  const id = await videoIdOf(page.locator("[data-video]").first());
  return `${path}?v=${id}`;
}

/** Records the page's requests for players and images. */
function watchMedia(page: Page): string[] {
  const media: string[] = [];
  page.on("request", (request) => {
    if (/\/(?:embed|media|live)\//.test(request.url())) media.push(request.url());
  });
  return media;
}

test("a shared link plays by itself, but shows its data estimate first while data is saved; its markup starts no player", async ({
  page,
  request,
}) => {
  const link = await sharedLink(page, LIST);
  const markup = await (await request.get(link)).text();
  expect({ opens: markup.includes("<dialog"), plays: markup.includes("<iframe") }).toEqual({
    opens: true,
    plays: false,
  });
  await visitBefore(page);
  await page.goto(link);
  const modal = page.getByRole("dialog");
  const player = playerIn(modal.frameLocator("iframe"));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });

  await page.goto("/privacy-policy");
  await page.evaluate(() => localStorage.setItem("dataSaver", "on"));
  const media = watchMedia(page);
  for (const address of [link, `/?v=${link.split("=")[1]}`]) {
    await page.goto(address);
    const play = modal.getByRole("button", {
      name: /^Play: .*Data saver is on\. \d+(?:\.\d)? MB$/,
    });
    await expect(play).toBeVisible();
    await expect(modal.locator("iframe")).toHaveCount(0);
  }
  expect(media).toEqual([]);
  await modal.getByRole("button", { name: /^Play:/ }).click();
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
});

platformTest.describe("a shared link to a video of the platform", () => {
  platformTest.use({
    sermons: [fakeVideo("sermon", { title: "Walking in Purpose" })],
    expectedFaults: [/request to another host: http:\/\/127\.0\.0\.1:\d+\/embed\//],
  });

  platformTest(
    "asks before the first request and stores the choice; a card plays at once, its URL does not @full",
    async ({ page, youtube }) => {
      const modal = page.getByRole("dialog");
      const state = modal.frameLocator("iframe").frameLocator("iframe").locator("body");
      const question = modal.getByText("Playing loads the video from YouTube (Google).");
      await visitBefore(page);
      const link = await sharedLink(page, "/videos/sermons");
      await page.locator("[data-video]").first().click();
      await expect(state).toHaveAttribute("data-state", "1");
      const before = youtube.requestsTo("embed").length;
      await page.reload();
      await expect(question).toBeVisible();
      await page.goto(link);
      await expect(question).toBeVisible();
      await expect(modal.locator("iframe")).toHaveCount(0);
      expect(youtube.requestsTo("embed")).toHaveLength(before);
      await modal.getByRole("button", { name: /^Play:/ }).click();
      await expect(state).toHaveAttribute("data-state", "1");
      await page.reload();
      await expect(state).toHaveAttribute("data-state", "1");
    },
  );
});
