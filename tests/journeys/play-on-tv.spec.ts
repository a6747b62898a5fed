import type { Page } from "@playwright/test";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { expect, test } from "./support/journey-test.ts";

const texts = playOnTvMessages.en;
/** 3 min 40 s long. */
const VIDEO = "/videos/music?v=clip-psalm-103-verse-by-verse&t=40";

test.describe.configure({ timeout: 120_000 });

const video = (page: Page) =>
  page.locator("video").evaluate(({ currentTime, paused }: HTMLVideoElement) => ({
    position: currentTime,
    isPaused: paused,
  }));

test("a film goes on from the phone on the television, is controlled, and comes back @phone", async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 1280, height: 720 },
  });
  const tv = await context.newPage();
  await tv.goto("/tv");
  const code = tv.locator(".pairing-code");
  await expect(code).toBeVisible();
  await expect(code).toHaveText(/^\d{3} \d{3}$/);

  await page.goto(VIDEO);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Play: .*\d\sMB/ }).click();
  const player = playerIn(dialog.frameLocator("iframe"));
  await expect.poll(() => player.position(), { timeout: 20_000 }).toBeGreaterThan(40);
  await dialog.getByRole("button", { name: /^Play on TV: / }).click();
  const sheet = page.getByRole("dialog", { name: texts.playOnTv });
  await sheet.getByRole("textbox", { name: texts.code }).fill((await code.textContent()) ?? "");

  // The film's page has closed; the remote is left.
  await expect(sheet.getByText(texts.states.playing)).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect.poll(async () => (await video(tv)).isPaused).toBe(false);
  const { position } = await video(tv);
  expect(position).toBeGreaterThan(39);
  expect(position).toBeLessThan(100);
  await expectAccessible(page);

  await sheet.getByRole("button", { name: listenMessages.en.pause, exact: true }).click();
  await expect.poll(async () => (await video(tv)).isPaused).toBe(true);
  await expect(tv.getByText(tvMessages.en.player.controlled).first()).toBeVisible();

  // The pairing survives a reload.
  await page.reload();
  await page.getByRole("button", { name: texts.openRemote }).click();
  await expect(sheet.getByText(texts.states.paused)).toBeVisible();
  await sheet.getByRole("button", { name: texts.continueHere }).click();
  await expect(tv.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/[?&]t=\d+/);
  const from = Number(new URL(page.url()).searchParams.get("t"));
  expect(Math.abs(from - position)).toBeLessThan(30);
  await context.close();
});
