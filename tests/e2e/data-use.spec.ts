import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, MOVING, test } from "./support/page-test.ts";

test.use(MOVING);

const CLIP = "/videos/music";

/** Opens a short clip, which ends within a test. */
async function openClip(page: Page) {
  await page
    .locator("[data-video]")
    .filter({ hasText: /0:[12]\d/ })
    .first()
    .click();
  const player = page.getByRole("dialog").frameLocator("iframe");
  return {
    video: player.locator("video"),
    stopped: player.getByRole("heading", { name: "MB used" }),
    goOn: player.getByRole("button", { name: "Continue" }),
  };
}

/** Bytes counted on the device in all months. */
function countedBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const use: Record<string, number> = JSON.parse(localStorage.getItem("dataUse") ?? "{}");
    return Object.values(use).reduce((sum, bytes) => sum + bytes, 0);
  });
}

test(
  "the meter in the menu counts the bytes of a video, and nothing else @full",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto(CLIP);
    const weight = page.waitForResponse(/\/media\/clips\/[\w-]+\.mp4/);
    const { video } = await openClip(page);
    const range = (await weight).headers()["content-range"] ?? "";
    const fileBytes = Number(range.split("/")[1]);
    // At once: the next video follows by itself.
    await video.evaluate((element: HTMLVideoElement) => {
      element.playbackRate = 8;
      return new Promise((resolve) => {
        if (element.ended) resolve(null);
        else element.addEventListener("ended", resolve, { once: true });
      }).then(() => null);
    });
    await expect.poll(() => countedBytes(page)).toBeGreaterThan(fileBytes * 0.9);
    expect(await countedBytes(page)).toBeLessThan(fileBytes * 1.1);

    await page.getByRole("button", { name: "Close video" }).click();
    await page.getByRole("button", { name: "Open menu" }).click();
    const panel = page.getByRole("region", { name: "Data usage" });
    await expect(panel.getByText(/^Used in \w+: 0\.[1-9] MB$/)).toBeVisible();
    await expect(panel.getByRole("switch", { name: "Data saver" })).not.toBeChecked();
    await expectAccessible(page);
    await panel.getByRole("switch", { name: "Pause at 50 MB" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(panel.getByRole("switch", { name: "Pause at 50 MB" })).toBeChecked();
    await expect(panel.getByText(/0\.[1-9] MB/)).toBeVisible();
  },
);

test("a player stops at the visitor's limit, says so, and continues on request @full", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("dataLimitMb", "0.1"));
  await page.goto(CLIP);
  const { video, stopped, goOn } = await openClip(page);
  const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
  await expect(stopped).toBeVisible();
  expect(await isPaused()).toBe(true);
  await goOn.click();
  await expect(stopped).toBeHidden();
  await expect.poll(isPaused).toBe(false);
});

test("a live channel does not start beyond the limit either @full", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("dataLimitMb", "0"));
  await page.goto("/live-tv");
  const player = page.locator("iframe").contentFrame();
  const goOn = player.getByRole("button", { name: "Continue" });
  await expect(goOn).toBeVisible();
  await expect(player.locator("video")).toHaveJSProperty("paused", true);
  await page.evaluate(() => localStorage.removeItem("dataLimitMb"));
  await goOn.click();
  await expect(player.locator("[data-phase=playing]")).toBeAttached();
});

/** Gives both channels two renditions that differ in name only. */
async function offerQualities(page: Page): Promise<void> {
  await page.route(/\/live\/\w+\/index\.m3u8/, (route) =>
    route.fulfill({
      contentType: "application/vnd.apple.mpegurl",
      body: [
        "#EXTM3U",
        ...[
          ["100000", "426x240", "low"],
          ["900000", "1280x720", "high"],
        ].flatMap(([bandwidth, resolution, name]) => [
          `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${resolution},CODECS="avc1.4d401e,mp4a.40.2"`,
          `480p.m3u8?${name}`,
        ]),
      ].join("\n"),
    }),
  );
}

test("a quality shows its data estimate, is stored, and applies to the other channel too @full", async ({
  page,
}) => {
  await offerQualities(page);
  await page.goto("/live-tv");
  const player = page.locator("iframe").contentFrame();
  const menu = player.getByRole("button", { name: "Quality" });
  const low = player.getByRole("menuitemradio", { name: /^Up to 240p · 45\sMB an hour$/ });
  await expect(player.locator("[data-phase=playing]")).toBeAttached();
  await player.locator(".rp-video").hover();
  await menu.click();
  await expect(player.getByRole("menuitemradio")).toHaveText([
    "Automatic",
    /^Up to 720p · 405\sMB an hour$/,
    /^Up to 240p · 45\sMB an hour$/,
  ]);
  await low.click();
  // The player notifies its page, which stores the choice.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("videoQuality")))
    .toContain("240");

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/live-tv?channel=french");
  await expect(player.locator("[data-phase=playing]")).toBeAttached();
  await player.locator(".rp-video").hover();
  await menu.click();
  await expect(low).toHaveAttribute("aria-checked", "true");
  expect(asked.filter((url) => url.endsWith("?low")).length).toBeGreaterThan(0);
  expect(asked.filter((url) => url.endsWith("?high"))).toEqual([]);
});
