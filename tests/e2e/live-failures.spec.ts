import type { Route } from "@playwright/test";
import { MOVING } from "./support/page-test.ts";
import { expect, test } from "./support/live-test.ts";
import { messagesFrom, openFramed } from "./support/player-page.ts";

test.use(MOVING);

const STREAM = "https://stream.example.org/live/master.m3u8";
const STREAM_FAULTS = /stream\.example\.org|ERR_/;

test.describe("a stream that does not respond", () => {
  test.use({
    liveOptions: { sources: { english: { kind: "hls", url: STREAM } } },
    expectedFaults: [STREAM_FAULTS],
  });

  test("shows a card, and Try again retries @full", async ({ page }) => {
    let requests = 0;
    await page.route(STREAM, (route) => {
      requests++;
      return route.abort("connectionrefused");
    });
    await openFramed(page, "/embed/channel/english?autoplay=1");
    const frame = page.frameLocator("iframe");
    const card = frame.getByRole("alert");
    await expect(card).toContainText("The stream isn't responding", { timeout: 30_000 });
    await expect
      .poll(() => messagesFrom(page))
      .toContainEqual({ v: 1, t: "error", code: "network" });
    const before = requests;
    await card.getByRole("button", { name: "Try again" }).click();
    await expect(card).toBeHidden();
    await expect.poll(() => requests).toBeGreaterThan(before);
  });
});

/** Failures of a channel's segments while its playlists load. */
const SEGMENT_FAULTS = {
  "are rejected": (route) => route.abort("connectionrefused"),
  "are not found @full": (route) => route.fulfill({ status: 404 }),
  "fail with 503 @full": (route) => route.fulfill({ status: 503 }),
  "hang @full": () => undefined,
  "are pages of a proxy @full": (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Sign in</title>" }),
} satisfies Record<string, (route: Route) => unknown>;

for (const [fault, respond] of Object.entries(SEGMENT_FAULTS)) {
  test.describe("a channel whose playlists load", () => {
    const isSilent = /hang|pages/.test(fault);
    test.use({ expectedFaults: isSilent ? [] : [/ERR_CONNECTION_REFUSED|status of/] });

    test(`reports missing segments when they ${fault}, and limits its requests`, async ({
      page,
    }) => {
      let requests = 0;
      await page.route(/\/media\/.*(?:m4s|init\.mp4)/, (route) => {
        requests++;
        return respond(route);
      });
      await openFramed(page, "/embed/channel/english?autoplay=1");
      const frame = page.frameLocator("iframe");
      await expect(frame.locator("[data-phase=buffering]")).toBeVisible();
      // No Live badge and no leftover before the first frame.
      await expect(frame.locator(".rp-live")).toBeHidden();
      const words = frame.getByRole("alert");
      await expect(words).toContainText("The stream isn't responding");
      expect(requests).toBeLessThan(20);
      await page.unrouteAll();
      // It may have tried again by itself, without a button then.
      await words
        .getByRole("button", { name: "Try again" })
        .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
      await expect(frame.locator("[data-phase=playing]")).toBeVisible();
    });
  });
}

test.describe("a stream that fails where the ministry allows a fallback", () => {
  test.use({
    liveOptions: {
      sources: { english: { kind: "hls", url: STREAM } },
      englishFallback: { kind: "linear", lineupId: "english" },
    },
    expectedFaults: [STREAM_FAULTS],
  });

  test("switches to the 24/7 channel and says so @full", async ({ page }) => {
    await page.route(STREAM, (route) => route.abort("connectionrefused"));
    await page.goto("/embed/channel/english?autoplay=1");
    await expect(page).toHaveURL(/source=fallback/, { timeout: 30_000 });
    await expect(page.locator(".rp")).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
    const notice = page.getByText("The live stream isn't responding. This is our 24/7 channel.");
    await expect(notice).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute(
      "href",
      /^\/embed\/channel\/english\?(?!.*source=)/,
    );
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toBeHidden();
  });

  test("reports that the stream is back @full", async ({ page }) => {
    await page.clock.install();
    await page.route("/api/live", (route) =>
      route.fulfill({ json: { channels: [{ id: "english", state: "live" }] } }),
    );
    await page.route(STREAM, (route) => route.abort("connectionrefused"));
    await page.goto("/embed/channel/english?source=fallback&autoplay=1");
    await expect(page.getByText("This is our 24/7 channel.")).toBeVisible();
    await page.clock.runFor(31_000);
    await expect(page.getByText("The live stream is on again.")).toBeVisible();
    const asked = page.waitForRequest(STREAM);
    await page.getByRole("link", { name: "Watch live" }).click();
    await expect(page).toHaveURL(/\/embed\/channel\/english\?(?!.*source=)/);
    await asked;
  });
});

test.describe("a player script that does not load", () => {
  test.use({ expectedFaults: [/ERR_|assets\/player/] });

  test("shows a card, and Try again loads it @full", async ({ page }) => {
    let isBroken = true;
    await page.route(/\/assets\/player-.*\.js/, (route) =>
      isBroken ? route.abort("connectionreset") : route.continue(),
    );
    await page.goto("/embed/channel/french?autoplay=1");
    const card = page.getByRole("alert");
    await expect(card).toContainText("Le direct ne répond pas");
    isBroken = false;
    await card.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.locator(".rp")).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
    await expect(card).toBeHidden();
  });
});
