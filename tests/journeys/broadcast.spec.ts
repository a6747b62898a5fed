import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";
import { type RtmpSenderOptions, sendRtmp } from "@reign-tv/ingest/testing/rtmp-sender.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { publishableKey } from "#tests/e2e/support/accounts.ts";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { playerIn } from "#tests/e2e/support/player-page.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { isSamePage, visitor } from "./support/players.ts";
import { expect, test as base } from "./support/studio-test.ts";

type Send = (options?: Partial<RtmpSenderOptions>) => ReturnType<typeof sendRtmp>;

/** `test` with an encoder for the English channel, whose lineup plays between its broadcasts. */
const test = base.extend<{ send: Send }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
  ownServer: async ({}, provide) => {
    const folder = mkdtempSync(join(tmpdir(), "reign-ministry-"));
    const file = join(folder, "ministry.json");
    const ministry = testMinistry({ english: { kind: "ingest" } });
    channelNamed(ministry.channels, "english").fallback = { kind: "linear", lineupId: "english" };
    writeFileSync(file, JSON.stringify(ministry));
    await provide({ MINISTRY_FILE: file, RTMP_PORT: String(await freePort()) });
    rmSync(folder, { recursive: true, force: true });
  },
  send: async ({ owner, ownServer, request, baseURL }, provide) => {
    const client = createClient(baseURL ?? "", await publishableKey(request), {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { access_token, refresh_token } = owner.session;
    await client.auth.setSession({ access_token, refresh_token });
    const { data, error } = await client.rpc("studio_new_stream_key", { p_channel: "english" });
    if (error) throw new Error(error.message);
    const port = Number(ownServer?.["RTMP_PORT"]);
    await provide((options) => sendRtmp({ port, key: String(data), ...options }));
  },
});
test.use(MOVING);

const texts = EMBED_TEXTS.en;
/** A player shows a change of the channel within seconds. */
const TURN = { timeout: 30_000 };

test("an open player turns to a service, plays it from its beginning, and returns to the programme", async ({
  browser,
  baseURL,
  send,
}) => {
  test.setTimeout(120_000);
  const one = await visitor(browser, baseURL ?? "", "/live-tv");
  const { root, video, position } = playerIn(one.player);
  await expect(root).toHaveAttribute("data-phase", "playing", TURN);
  const stopped = new AbortController();
  const sending = send({ signal: stopped.signal });

  const slider = one.player.getByRole("slider", { name: texts.seek });
  await expect(slider).toBeVisible(TURN);
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.videoWidth)).toBe(426);
  await expect(one.player.locator(".rp-title")).toHaveText("Live Stream English");
  const note = one.page.getByRole("paragraph").filter({ hasText: liveTvMessages.en.onAirNow });
  await expect(note).toBeVisible(TURN);

  // There must be something to go back to.
  const turnedAt = await position();
  await expect.poll(position, TURN).toBeGreaterThan(turnedAt + 6);
  await one.page
    .getByRole("button", { name: liveTvMessages.en.fromBeginning, exact: true })
    .click();
  const goLive = one.player.getByRole("button", { name: texts.goLive });
  await expect(goLive).toBeVisible(TURN);
  await expect(root).toHaveAttribute("data-phase", "playing", TURN);
  await slider.press("End");
  await expect(goLive).toBeHidden(TURN);
  await expect(root).toHaveAttribute("data-phase", "playing", TURN);

  stopped.abort();
  await sending;
  await expect(slider).toBeHidden(TURN);
  await expect(root).toHaveAttribute("data-phase", "playing", TURN);
  await expect(one.player.locator(".rp-title")).not.toHaveText("Live Stream English", TURN);
  expect(await isSamePage(one)).toBe(true);
});

test("a television goes back in a service by its arrows, to its beginning, and returns to the live edge @full", async ({
  page,
  send,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("/tv");
  await page.keyboard.press("Enter");
  const stopped = new AbortController();
  const sending = send({ signal: stopped.signal });
  const { player: tv } = tvMessages.en;
  const beginning = page.getByRole("button", { name: tv.fromBeginning });
  await expect(beginning).toBeAttached(TURN);
  const video = page.locator("video");
  const width = () => video.evaluate((it: HTMLVideoElement) => it.videoWidth);
  const position = () => video.evaluate((it: HTMLVideoElement) => it.currentTime);
  await expect.poll(width, TURN).toBe(426);
  const turnedAt = await position();
  await expect.poll(position, TURN).toBeGreaterThan(turnedAt + 8);

  await page.keyboard.press("ArrowLeft");
  const clock = page.locator(".player-clock");
  await expect(clock).toContainText(tv.behind.replace("{time}", ""), TURN);
  await page.keyboard.press("ArrowDown");
  await expect(beginning).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeFocused();
  // The window begins at zero.
  await expect.poll(position, TURN).toBeLessThan(6);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(clock).toContainText(` · ${tv.live}`, TURN);
  const before = await position();
  await expect.poll(position, TURN).toBeGreaterThan(before + 2);

  stopped.abort();
  await sending;
  await expect(beginning).toBeHidden(TURN);
});

test("players go on when the encoder drops and returns 20 times @full", async ({
  browser,
  baseURL,
  send,
}) => {
  test.setTimeout(600_000);
  const viewers = await Promise.all([
    visitor(browser, baseURL ?? "", "/live-tv"),
    visitor(browser, baseURL ?? "", "/live-tv"),
  ]);
  for (const { player } of viewers) {
    await expect(playerIn(player).root).toHaveAttribute("data-phase", "playing", TURN);
  }
  for (let drop = 0; drop < 20; drop++) {
    // Every fifth time the programme comes in between; every third time the picture has another size.
    const isLong = drop % 5 === 4;
    const faults = { cutAtSecond: 6, ...(drop % 3 === 2 && { otherSizeFromSecond: 0 }) };
    await send({ faults });
    await sleep(isLong ? 13_000 : 1_000 + (drop % 3) * 2_000);
  }
  const stopped = new AbortController();
  const sending = send({ signal: stopped.signal });
  for (const viewer of viewers) {
    const { root, video, position } = playerIn(viewer.player);
    await expect
      .poll(() => video.evaluate((it: HTMLVideoElement) => it.videoWidth), TURN)
      .toBe(426);
    await expect(root).toHaveAttribute("data-phase", "playing", TURN);
    const before = await position();
    await expect.poll(position, TURN).toBeGreaterThan(before + 4);
    expect(await isSamePage(viewer)).toBe(true);
  }
  stopped.abort();
  await sending;
});
