import type { Page } from "@playwright/test";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { fakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";
import { test as platformTest } from "./support/provider-test.ts";
import { videoIdOf } from "#tests/e2e/support/video-cards.ts";

/** A server and a browser of its own each. */
test.describe.configure({ timeout: 120_000 });

const LIST = "/videos/music";

/** Address of the first video of a list, as somebody passes it on. */
async function sharedLink(page: Page, path: string): Promise<string> {
  await page.goto(path);
  const id = await videoIdOf(page.locator("[data-video]").first());
  return `${path}?v=${id}`;
}

/** Writes down what the page loads of players and their pictures. */
function watchMedia(page: Page): string[] {
  const media: string[] = [];
  page.on("request", (request) => {
    if (/\/(?:embed|media|live)\//.test(request.url())) media.push(request.url());
  });
  return media;
}

for (const [name, prepare] of [
  [
    "the visitor's switch",
    (page: Page) => page.evaluate(() => localStorage.setItem("dataSaver", "on")),
  ],
  [
    "the browser's Save-Data",
    (page: Page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, "connection", { value: { saveData: true } });
      }),
  ],
] as const) {
  for (const path of [LIST, "/"]) {
    test(`with ${name} a shared link on ${path} says its price before anything loads`, async ({
      page,
    }) => {
      const link =
        path === "/"
          ? `/?v=${(await sharedLink(page, LIST)).split("=")[1]}`
          : await sharedLink(page, path);
      await visitBefore(page);
      await prepare(page);
      await page.goto("/privacy-policy");
      const media = watchMedia(page);
      await page.goto(link);
      const modal = page.getByRole("dialog");
      const play = modal.getByRole("button", { name: /^Play:/ });
      await expect(play).toBeVisible();
      await expect(modal.getByText(/Data saver is on\. \d+(?:\.\d)? MB$/)).toBeVisible();
      await expect(modal.locator("iframe")).toHaveCount(0);
      expect(media).toEqual([]);
      await play.click();
      const player = playerIn(modal.frameLocator("iframe"));
      await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
    });
  }
}

test("without data saver a shared link to a video of our own plays by itself", async ({ page }) => {
  const link = await sharedLink(page, LIST);
  await visitBefore(page);
  await page.goto(link);
  const player = playerIn(page.getByRole("dialog").frameLocator("iframe"));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
});

test("the server's markup of a shared link starts no player", async ({ page, request }) => {
  const link = await sharedLink(page, LIST);
  const markup = await (await request.get(link)).text();
  expect({ opens: markup.includes("<dialog"), plays: markup.includes("<iframe") }).toEqual({
    opens: true,
    plays: false,
  });
});

platformTest.describe("a shared link to a video of the platform", () => {
  platformTest.use({
    sermons: [fakeVideo("sermon", { title: "Walking in Purpose" })],
    expectedFaults: [/request to another host: http:\/\/127\.0\.0\.1:\d+\/embed\//],
  });

  platformTest(
    "asks before the first byte, plays after the tap, and remembers",
    async ({ page, youtube }) => {
      await visitBefore(page);
      const link = await sharedLink(page, "/videos/sermons");
      await page.goto(link);
      const modal = page.getByRole("dialog");
      await expect(modal.getByText("Playing loads the video from YouTube (Google).")).toBeVisible();
      await expect(modal.locator("iframe")).toHaveCount(0);
      expect(youtube.requestsTo("embed")).toEqual([]);
      await modal.getByRole("button", { name: /^Play:/ }).click();
      const state = modal.frameLocator("iframe").frameLocator("iframe").locator("body");
      await expect(state).toHaveAttribute("data-state", "1");
      await page.reload();
      await expect(state).toHaveAttribute("data-state", "1");
    },
  );

  platformTest(
    "a card is the visitor's own choice and plays at once, its address does not",
    async ({ page, youtube }) => {
      await visitBefore(page);
      await page.goto("/videos/sermons");
      await page.locator("[data-video]").first().click();
      const modal = page.getByRole("dialog");
      const state = modal.frameLocator("iframe").frameLocator("iframe").locator("body");
      await expect(state).toHaveAttribute("data-state", "1");
      const before = youtube.requestsTo("embed").length;
      await page.reload();
      await expect(modal.getByText("Playing loads the video from YouTube (Google).")).toBeVisible();
      expect(youtube.requestsTo("embed")).toHaveLength(before);
    },
  );
});
