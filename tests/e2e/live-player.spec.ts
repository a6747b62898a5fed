import { MOVING } from "./support/page-test.ts";
import type { Page } from "@playwright/test";
import { IS_FULL } from "#tests/support/full-run.ts";
import { expectAccessible, THEMES } from "./support/accessibility.ts";
import { expect, test } from "./support/live-test.ts";
import {
  messagesFrom,
  openFramed,
  type PlayerPage,
  playerIn,
  sendCommand,
} from "./support/player-page.ts";

test.use(MOVING);

const CLIP = "/embed/clip/clip-god-so-loved-the-world";

async function openClip(page: Page, parameters: string): Promise<PlayerPage> {
  await page.goto(`${CLIP}?${parameters}`);
  const player = playerIn(page);
  await expect(player.root).toHaveAttribute("data-phase", /playing|idle/, { timeout: 20_000 });
  return player;
}

test("a clip waits for its play button and resumes at its position", async ({ page }) => {
  const player = await openClip(page, "start=7");
  await expect(player.root).toHaveAttribute("data-phase", "idle");
  await page.locator(".rp-big").click();
  await expect.poll(() => player.position()).toBeGreaterThan(7);
  expect(await player.position()).toBeLessThan(12);
  expect((await player.read()).isMuted).toBe(false);
  await expect(page.getByRole("slider", { name: "Playback position" })).toHaveAttribute(
    "aria-valuetext",
    /^0:\d\d of 0:19$/,
  );
});

test("a clip plays the rendition for the player's width, and the smallest while data is saved @full", async ({
  page,
}) => {
  for (const [width, parameters, file] of [
    [1280, "", /\/clip-god-so-loved-the-world\.large\.mp4\?v=/],
    [800, "", /\/clip-god-so-loved-the-world\.mp4\?v=/],
    [1280, "&saver=1", /\/clip-god-so-loved-the-world\.tiny\.mp4\?v=/],
  ] as const) {
    await page.setViewportSize({ width, height: 720 });
    const player = await openClip(page, `autoplay=1&muted=1${parameters}`);
    await expect.poll(() => player.position()).toBeGreaterThan(0);
    await expect(page.locator("video")).toHaveAttribute("src", file);
  }
});

test("the keyboard plays, seeks, mutes and changes the volume", async ({ page }) => {
  const player = await openClip(page, "autoplay=1&muted=1");
  const body = page.locator("body");
  await body.press(" ");
  await expect(player.root).toHaveAttribute("data-phase", "paused");
  const at = await player.position();
  await body.press("ArrowRight");
  await expect.poll(() => player.position()).toBeCloseTo(at + 5, 1);
  await body.press("j");
  await expect.poll(() => player.position()).toBeCloseTo(Math.max(0, at - 5), 1);
  await body.press("5");
  await expect.poll(() => player.position()).toBeCloseTo(9.6, 0);
  await body.press("m");
  expect((await player.read()).isMuted).toBe(false);
  const { volume } = await player.read();
  await body.press("ArrowDown");
  await body.press("ArrowDown");
  expect((await player.read()).volume).toBeCloseTo(volume - 0.1);
  await body.press("k");
  await expect(player.root).toHaveAttribute("data-phase", "playing");
});

test("f enters fullscreen, and Escape is passed on to the parent page @full", async ({ page }) => {
  const frame = await openFramed(page, `${CLIP}?autoplay=1&muted=1`);
  const player = playerIn(frame);
  await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  const isFull = () => player.root.evaluate((root) => root.matches(":fullscreen"));
  await player.playButton.press("f");
  await expect.poll(isFull).toBe(true);
  await player.playButton.press("f");
  await expect.poll(isFull).toBe(false);
  await player.playButton.press("Escape");
  await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "key", key: "Escape" });
});

test("captions are off until the visitor turns them on by key or menu @full", async ({ page }) => {
  const player = await openClip(page, "autoplay=1&muted=1");
  const shown = () =>
    player.video.evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter((track) => track.mode === "showing")
        .map((track) => track.language),
    );
  expect(await shown()).toEqual([]);
  await page.locator("body").press("c");
  await expect.poll(shown).toEqual(["en"]);
  await expect
    .poll(() =>
      player.video.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0),
    )
    .toBeGreaterThan(0);
  await page.getByRole("button", { name: "Captions" }).click();
  await expect(page.getByRole("menuitemradio", { name: "English" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(shown).toEqual([]);
  await expect(page.getByRole("button", { name: "Captions" })).toBeFocused();
});

test("the speed menu opens, selects and closes by keyboard alone @full", async ({ page }) => {
  const player = await openClip(page, "autoplay=1&muted=1");
  const button = page.getByRole("button", { name: "Speed" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Normal" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect((await player.read()).rate).toBe(1.25);
  await button.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(button).toBeFocused();
});

test("the parent page receives events and can play, pause, seek and mute", async ({ page }) => {
  const frame = await openFramed(page, `${CLIP}?muted=1`);
  const player = playerIn(frame);
  await expect(player.root).toHaveAttribute("data-phase", "idle");
  await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "ready" });
  await sendCommand(page, { v: 1, c: "play" });
  await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "state", s: "playing" });
  await sendCommand(page, { v: 1, c: "seek", pos: 12 });
  await expect.poll(() => player.position()).toBeGreaterThanOrEqual(12);
  await sendCommand(page, { v: 1, c: "mute", on: true });
  await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "muted", on: true });
  await sendCommand(page, { v: 1, c: "pause" });
  await expect(player.root).toHaveAttribute("data-phase", "paused");
  const times = (await messagesFrom(page)).filter((message) => message.t === "time");
  expect(times.at(-1)).toMatchObject({ dur: expect.closeTo(19.2, 0) });
  await sendCommand(page, { v: 2, c: "play" });
  await sendCommand(page, { v: 1, c: "navigate" });
  await expect(player.root).toHaveAttribute("data-phase", "paused");
});

test("only one player plays: starting one pauses the other @full", async ({ context, page }) => {
  const other = await context.newPage();
  await other.goto(`${CLIP}?muted=1`);
  await other.locator(".rp-big").click();
  await expect(other.locator(".rp")).toHaveAttribute("data-phase", "playing");
  await page.goto(CLIP);
  await page.locator(".rp-big").click();
  await expect(page.locator(".rp")).toHaveAttribute("data-phase", "playing");
  await expect(other.locator(".rp")).toHaveAttribute("data-phase", "paused");
});

test("a data saver loads nothing until the visitor presses play", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  const media: string[] = [];
  page.on("request", (request) => {
    if (/\/(?:live|media)\/|hls-engine/.test(request.url())) media.push(request.url());
  });
  await page.goto("/embed/channel/english?autoplay=1");
  await expect(page.getByText("Data saver is on. Press play to start.")).toBeVisible();
  await expect(page.locator("video")).toHaveAttribute("preload", "none");
  expect(media).toEqual([]);
  await page.getByRole("button", { name: "Play" }).first().click();
  await expect(page.locator(".rp")).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
});

test("every control has a name and is at least 44 px in size @full", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 220 });
  await openClip(page, "autoplay=1&muted=1");
  await page.locator("body").press("k");
  for (const button of await page.getByRole("button").all()) {
    if (!(await button.isVisible())) continue;
    const box = await button.boundingBox();
    expect(
      await button.evaluate((element) => element.ariaLabel ?? element.textContent),
    ).toBeTruthy();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test.describe("the player pages", () => {
  test.use({ expectedFaults: [/status of 404/] });

  test("have no accessibility violation that axe finds", async ({ page }) => {
    for (const path of [
      "/embed/channel/english",
      `${CLIP}?autoplay=1&muted=1`,
      "/embed/channel/german",
    ]) {
      await page.goto(path);
      await expect(page.locator(".rp, .card")).toBeVisible();
      await page.locator("body").press("k");
      await expectAccessible(page, IS_FULL ? THEMES : ["light"]);
    }
  });
});
