import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { type FakeProviders, startFakeProviders } from "#tests/fakes/players/fake-providers.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import type { ServerProcess } from "#tests/support/server-process.ts";
import { startJourneyServer } from "./support/journey-server.ts";
import { expect, test as base, visitBefore } from "./support/journey-test.ts";

/** The server polls a stream every ten seconds and notifies pages within two more. */
const CHANGE_LIMIT_MS = 20_000;

type Station = { server: ServerProcess; stream: FakeProviders };

/** A server whose English channel is a stream that the test turns on and off. */
const test = base.extend<{ station: Station }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
  station: async ({}, provide) => {
    const stream = await startFakeProviders();
    const folder = mkdtempSync(join(tmpdir(), "reign-news-"));
    const file = join(folder, "ministry.json");
    const url = `https://127.0.0.1:${stream.port}/live/french/index.m3u8`;
    writeFileSync(file, JSON.stringify(testMinistry({ english: { kind: "hls", url } })));
    // The stream's certificate is self-signed.
    const server = await startJourneyServer({
      MINISTRY_FILE: file,
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    });
    stream.upstream = server.url;
    stream.streamFault = 404;
    await provide({ server, stream });
    await server.stop();
    await stream.close();
    rmSync(folder, { recursive: true });
  },
  baseURL: async ({ station }, provide) => provide(station.server.url),
});

test.use({
  ...MOVING,
  launchOptions: async ({ launchOptions }, provide) =>
    provide({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), "--ignore-certificate-errors"],
    }),
  // Chromium logs each missing playlist.
  expectedFaults: [/127\.0\.0\.1/],
});

const noteOn = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** Records sockets that the page opens and chunks that it loads from now on. */
function watchRealtime(page: Page): { sockets: string[]; code: string[]; polls: () => number } {
  const sockets: string[] = [];
  const code: string[] = [];
  let polls = 0;
  page.on("websocket", (socket) => void sockets.push(new URL(socket.url()).pathname));
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes("live-follower")) code.push(pathname);
    if (pathname === "/api/live") polls += 1;
  });
  return { sockets, code, polls: () => polls };
}

test("a channel that goes live appears on Home and on Live TV without reload or polling; a failed player recovers; with the data saver, polling replaces the socket @full", async ({
  page,
  context,
  browser,
  baseURL,
  station,
}) => {
  test.setTimeout(120_000);
  const saver = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  const seenBySaver = watchRealtime(saver);
  await saver.addInitScript(() => localStorage.setItem("dataSaver", "on"));
  await visitBefore(saver);
  await expect(noteOn(saver, "Off air")).toBeVisible({ timeout: CHANGE_LIMIT_MS });

  const seen = watchRealtime(page);
  await visitBefore(page);
  await expect(noteOn(page, "Off air")).toBeVisible({ timeout: CHANGE_LIMIT_MS });
  await expect.poll(() => seen.sockets, { timeout: 20_000 }).toEqual(["/realtime/v1/websocket"]);
  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  // From here on, only the socket can deliver updates.
  await page.route("**/api/live", (route) => route.abort());
  const watcher = await context.newPage();
  await watcher.goto("/live-tv");
  const player = watcher.locator("main").frameLocator("iframe");
  await expect(player.getByRole("alert")).toBeVisible({ timeout: 30_000 });

  station.stream.streamFault = null;
  await expect(noteOn(page, "Live now")).toBeVisible({ timeout: CHANGE_LIMIT_MS });
  await expect(noteOn(watcher, "Live now")).toBeVisible({ timeout: CHANGE_LIMIT_MS });
  await expect(player.getByRole("alert")).toBeHidden({ timeout: 20_000 });
  await expect(noteOn(saver, "Live now")).toBeVisible({ timeout: 2 * CHANGE_LIMIT_MS });
  expect([seenBySaver.sockets, seenBySaver.code]).toEqual([[], []]);
  expect(seenBySaver.polls()).toBeGreaterThan(0);
  await saver.context().close();

  await page.getByRole("link", { name: "Live TV" }).first().click();
  await expect(page).toHaveURL(/\/live-tv$/);
  await expect(noteOn(page, "Live now")).toBeVisible();
  station.stream.streamFault = 404;
  await expect(noteOn(page, "Off air")).toBeVisible({ timeout: CHANGE_LIMIT_MS });
  expect(await page.evaluate(() => document.body.dataset["same"])).toBe("yes");
  expect(seen.sockets).toHaveLength(1);
});

test("polling shows it within fifteen seconds of the page's clock when sockets are blocked @full", async ({
  page,
  station,
}) => {
  test.setTimeout(120_000);
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await page.clock.install();
  await visitBefore(page);
  await page.clock.runFor(5_000);
  await expect(noteOn(page, "Off air")).toBeVisible({ timeout: CHANGE_LIMIT_MS });
  // From here on, the page's time passes only by the test.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  station.stream.streamFault = null;
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${station.server.url}/api/live`);
        const { channels }: { channels: { state: string }[] } = await answer.json();
        return channels[0]?.state;
      },
      { timeout: CHANGE_LIMIT_MS },
    )
    .toBe("live");
  await expect(noteOn(page, "Off air")).toBeVisible();
  const answer = page.waitForResponse("**/api/live");
  await page.clock.runFor(12_000);
  await answer;
  // A timer renders the update.
  await page.clock.runFor(1_000);
  await expect(noteOn(page, "Live now")).toBeVisible();
});
