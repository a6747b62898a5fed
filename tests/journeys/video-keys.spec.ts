import type { Locator, Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { fakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";
import { test as platformTest } from "./support/provider-test.ts";

test.use(MOVING);

/** Each test has its own server and browser. */
test.describe.configure({ timeout: 120_000 });

/** Ways to leave the player: each focuses another element of the modal. */
const PLACES: Readonly<Record<string, (page: Page, modal: Locator) => Promise<void>>> = {
  "the player, where it starts": () => Promise.resolve(),
  "nothing, after a click beside it": (_page, modal) =>
    modal.getByRole("heading", { level: 2 }).click(),
  "a button that the mouse has pressed and left": async (page, modal) => {
    const box = await modal.getByRole("button", { name: "Close video" }).boundingBox();
    if (!box) throw new Error("The close button is not there");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 300, box.y + 5);
    await page.mouse.up();
  },
};

/** Opens the first video whose card contains a text, for example its length. */
async function openVideo(page: Page, text = ""): Promise<Locator> {
  await page.locator("[data-video]").filter({ hasText: text }).first().click();
  return page.getByRole("dialog");
}

test("keys control the video with any focus in the modal @full", async ({ page }) => {
  test.slow();
  await visitBefore(page, "/videos/music");
  for (const [place, leave] of Object.entries(PLACES)) {
    await test.step(place, async () => {
      // 19.2 seconds long.
      const modal = await openVideo(page, "0:19");
      await expect(modal.locator("iframe")).toBeFocused();
      const player = playerIn(modal.frameLocator("iframe"));
      await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
      await leave(page, modal);

      const { keyboard } = page;
      await keyboard.press("Space");
      await expect(player.root).toHaveAttribute("data-phase", "paused");
      await keyboard.press("5");
      await expect.poll(() => player.position()).toBeCloseTo(9.6, 0);
      await keyboard.press("ArrowRight");
      await expect.poll(() => player.position()).toBeCloseTo(14.6, 0);
      await keyboard.press("j");
      await expect.poll(() => player.position()).toBeCloseTo(4.6, 0);
      await keyboard.press("l");
      await expect.poll(() => player.position()).toBeCloseTo(14.6, 0);
      await keyboard.press("ArrowLeft");
      await expect.poll(() => player.position()).toBeCloseTo(9.6, 0);
      // Volume and captions are those of the video before.
      const { volume } = await player.read();
      await keyboard.press("ArrowDown");
      await keyboard.press("ArrowDown");
      await expect.poll(async () => (await player.read()).volume).toBeCloseTo(volume - 0.1);
      await keyboard.press("m");
      await expect.poll(async () => (await player.read()).isMuted).toBe(true);
      await keyboard.press(">");
      await expect.poll(async () => (await player.read()).rate).toBe(1.25);
      await keyboard.press("<");
      await keyboard.press("<");
      await expect.poll(async () => (await player.read()).rate).toBe(0.75);
      const shown = () =>
        player.video.evaluate(
          (video: HTMLVideoElement) =>
            [...video.textTracks].filter((track) => track.mode === "showing").length,
        );
      const before = await shown();
      await keyboard.press("c");
      await expect.poll(shown).toBe(1 - before);
      await keyboard.press("f");
      const isFull = () => player.root.evaluate((root) => root.matches(":fullscreen"));
      await expect.poll(isFull).toBe(true);
      await keyboard.press("f");
      await expect.poll(isFull).toBe(false);
      await keyboard.press("k");
      await expect(player.root).toHaveAttribute("data-phase", "playing");
      await expect(modal).toBeVisible();
      await keyboard.press("Escape");
      await expect(modal).toBeHidden();
    });
  }
});

test("a button focused by keyboard keeps Space and Enter, and no other key @full", async ({
  page,
}) => {
  await visitBefore(page, "/videos/music");
  const modal = await openVideo(page);
  const player = playerIn(modal.frameLocator("iframe"));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  const close = modal.getByRole("button", { name: "Close video" });
  // Backwards through the player's own buttons.
  await expect(async () => {
    await page.keyboard.press("Shift+Tab");
    await expect(close).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("k");
  await expect(player.root).toHaveAttribute("data-phase", "paused");
  await page.keyboard.press("Space");
  await expect(modal).toBeHidden();
});

test("the live overlay passes its keys to the channel and closes by Escape @full", async ({
  page,
}) => {
  await visitBefore(page);
  const card = page.getByRole("article", { name: "Live Stream English" });
  await card.getByRole("button", { name: "Fullscreen" }).click();
  const overlay = page.getByRole("dialog", { name: "Live Stream English" });
  await expect(overlay.locator("iframe")).toBeFocused();
  const player = playerIn(overlay.frameLocator("iframe"));
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  await overlay.getByRole("heading").click();
  await page.keyboard.press("k");
  await expect(player.root).toHaveAttribute("data-phase", "paused");
  await page.keyboard.press("Escape");
  await expect(overlay).toBeHidden();
});

platformTest.describe("a video of the platform", () => {
  platformTest.use({
    sermons: [fakeVideo("sermon", { title: "Walking in Purpose" })],
    expectedFaults: [/request to another host: http:\/\/127\.0\.0\.1:\d+\/embed\//],
  });

  platformTest("handles the keys that its protocol supports @full", async ({ page }) => {
    await visitBefore(page, "/videos/sermons");
    const modal = await openVideo(page);
    await expect(modal.locator("iframe")).toBeFocused();
    const state = modal.frameLocator("iframe").frameLocator("iframe").locator("body");
    await expect(state).toHaveAttribute("data-state", "1");
    for (const leave of [
      () => Promise.resolve(),
      () => modal.getByRole("heading", { level: 2 }).click(),
    ]) {
      await leave();
      const { keyboard } = page;
      await keyboard.press("Space");
      await expect(state).toHaveAttribute("data-state", "2");
      await keyboard.press("5");
      await expect(state).toHaveAttribute("data-position", "15");
      await keyboard.press("ArrowRight");
      await expect(state).toHaveAttribute("data-position", "20");
      await keyboard.press("j");
      await expect(state).toHaveAttribute("data-position", "10");
      await keyboard.press("m");
      await expect(state).toHaveAttribute("data-muted", "true");
      await keyboard.press("m");
      await expect(state).toHaveAttribute("data-muted", "false");
      await keyboard.press("ArrowDown");
      await expect(state).toHaveAttribute("data-volume", "95");
      await keyboard.press("ArrowUp");
      await expect(state).toHaveAttribute("data-volume", "100");
      await keyboard.press(">");
      await expect(state).toHaveAttribute("data-rate", "1.25");
      await keyboard.press("<");
      await expect(state).toHaveAttribute("data-rate", "1");
      await keyboard.press("c");
      await expect(state).toHaveAttribute("data-captions", "false");
      await keyboard.press("c");
      await expect(state).toHaveAttribute("data-captions", "true");
      await keyboard.press("k");
      await expect(state).toHaveAttribute("data-state", "1");
    }
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
  });
});
