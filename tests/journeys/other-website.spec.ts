import { createServer, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { heardFrom, playerIn } from "#tests/e2e/support/player-page.ts";
import { freePort } from "#tests/support/free-port.ts";
import { expect, test } from "./support/journey-test.ts";

test.use(MOVING);

const CLIP = "clip-god-so-loved-the-world";

/** One small website at two origins: the operator has named the first and not the second. */
const PORT = await freePort();
const NAMED = `http://127.0.0.1:${PORT}`;
const UNNAMED = `http://localhost:${PORT}`;

let website: Server;
test.beforeAll(async () => {
  website = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", NAMED);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(pageAround(searchParams.get("src") ?? ""));
  });
  await new Promise<void>((resolve) => website.listen(PORT, () => resolve()));
});
test.afterAll(() => website.close());

/** What docs/operating.md tells a website to write, with what the player says kept in `window.heard`. */
function pageAround(src: string): string {
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Our church</title><h1>Our church</h1>
<iframe src="${encodeURI(src)}" title="Live" width="800" height="450"
  allow="autoplay; fullscreen; picture-in-picture; encrypted-media"></iframe>
<script>window.heard=[];addEventListener("message",(event)=>window.heard.push(event.data))</script></html>`;
}

async function openOn(origin: string, page: Page, src: string): Promise<void> {
  await page.goto(`${origin}/?src=${encodeURIComponent(src)}`);
}

test.use({
  ownServer: { EMBED_PARENTS: NAMED },
  expectedFaults: [/request to another host|frame-ancestors|X-Frame-Options|ERR_BLOCKED/],
});

test("a website that EMBED_PARENTS names shows channels and clips and no other page; another website shows no player", async ({
  page,
  baseURL,
}) => {
  const frame = page.frameLocator("iframe");
  const player = playerIn(frame);
  await test.step("a channel says how it goes and may be paused; the visitor's clicks work", async () => {
    await openOn(NAMED, page, `${baseURL}/embed/channel/english?autoplay=1&muted=1`);
    await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
    await expect.poll(() => heardFrom(page)).toContainEqual({ v: 1, t: "state", s: "playing" });
    await page.evaluate(() => {
      const framed = document.querySelector("iframe");
      framed?.contentWindow?.postMessage({ v: 1, c: "pause" }, new URL(framed.src).origin);
    });
    await expect(player.root).toHaveAttribute("data-phase", "paused");
    await player.root.hover();
    await player.playButton.click();
    await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  });
  await test.step("a clip keeps nothing on the visitor's device", async () => {
    await openOn(NAMED, page, `${baseURL}/embed/clip/${CLIP}?autoplay=1&muted=1`);
    await expect(player.root).toBeVisible();
    const kept = await frame
      .locator("html")
      .evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
    expect(kept).toEqual(["", 0, 0]);
  });
  await test.step("anything but a player stays out of its frames", async () => {
    for (const path of ["/", "/live-tv", "/auth", "/profile", "/tv"]) {
      await openOn(NAMED, page, `${baseURL}${path}`);
      await expectRefused(page);
    }
  });
  await test.step("on a website that it does not name", async () => {
    await openOn(UNNAMED, page, `${baseURL}/embed/channel/english`);
    await expectRefused(page);
  });
});

/** The frame holds the browser's own page for what it may not show. */
async function expectRefused(page: Page): Promise<void> {
  await expect
    .poll(() => page.frames().map((frame) => frame.url().split(":")[0]))
    .toEqual(["http", "chrome-error"]);
}
