import { createServer, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import { messagesFrom, playerIn } from "#tests/e2e/support/player-page.ts";
import { expect, test } from "./support/journey-test.ts";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";

test.use(MOVING);

const CLIP = "clip-god-so-loved-the-world";

/** A website at two origins, of which EMBED_PARENTS contains the first. */
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

/** The embed code of docs/operating.md. It stores the player's messages in `window.heard`. */
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

test("a website in EMBED_PARENTS shows channels and clips and no other page; another website shows no player @full", async ({
  page,
  baseURL,
}) => {
  const frame = page.frameLocator("iframe");
  const player = playerIn(frame);
  await test.step("a channel reports its state and can be paused, and clicks work", async () => {
    await openOn(NAMED, page, `${baseURL}/embed/channel/english?autoplay=1&muted=1`);
    await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "state", s: "playing" });
    await page.evaluate(() => {
      const framed = document.querySelector("iframe");
      framed?.contentWindow?.postMessage({ v: 1, c: "pause" }, new URL(framed.src).origin);
    });
    await expect(player.root).toHaveAttribute("data-phase", "paused");
    await player.root.hover();
    await player.playButton.click();
    await expect(player.root).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
  });
  await test.step("a clip stores nothing on the visitor's device", async () => {
    await openOn(NAMED, page, `${baseURL}/embed/clip/${CLIP}?autoplay=1&muted=1`);
    await expect(player.root).toBeVisible();
    const stored = await frame
      .locator("html")
      .evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
    expect(stored).toEqual(["", 0, 0]);
  });
  await test.step("frames of other pages are blocked", async () => {
    for (const path of ["/", "/live-tv", "/auth", "/profile", "/tv"]) {
      await openOn(NAMED, page, `${baseURL}${path}`);
      await expectRefused(page);
    }
  });
  await test.step("all frames are blocked on a website that is not listed", async () => {
    await openOn(UNNAMED, page, `${baseURL}/embed/channel/english`);
    await expectRefused(page);
  });
});

/** Expects the browser's own error page in the frame. */
async function expectRefused(page: Page): Promise<void> {
  await expect
    .poll(() => page.frames().map((frame) => frame.url().split(":")[0]))
    .toEqual(["http", "chrome-error"]);
}
