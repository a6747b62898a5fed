import type { FrameLocator, Locator, Page } from "@playwright/test";
import { MOVING } from "#tests/e2e/support/page-test.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import {
  FRAME_HOST,
  type FakeProviders,
  SCRIPT_HOST,
  STREAM_HOST,
} from "#tests/fakes/players/fake-providers.ts";
import { fakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import type { FakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import { expect, visitBefore } from "./support/journey-test.ts";
import { test } from "./support/provider-test.ts";

test.use(MOVING);

/** Each test has its own server and browser. */
test.describe.configure({ timeout: 120_000 });

const STREAM: ChannelSource = { kind: "hls", url: `https://${STREAM_HOST}/live/french/index.m3u8` };

/** Path of a channel's player, with its elements. */
type Place = { path: string; player: (page: Page) => Locator; badge: (page: Page) => Locator };

const card = (page: Page): Locator => page.getByRole("article", { name: "Live Stream English" });
const PLACES: readonly Place[] = [
  { path: "/", player: card, badge: card },
  {
    path: "/live-tv",
    player: (page) => page.locator("main"),
    badge: (page) => page.locator("main"),
  },
];

/** Expects the whole frame in the viewport: a ratio of 1. */
async function expectShown(frame: Locator): Promise<void> {
  await expect
    .poll(() => frame.evaluate((element) => Number(getComputedStyle(element).opacity)), {
      timeout: 20_000,
    })
    .toBe(1);
}

/** Returns true when a channel's "Live" badge is animated. */
async function isPulsing(place: Locator): Promise<boolean> {
  const badge = place.getByText("Live", { exact: true }).first();
  return badge.evaluate(
    (element) => (element.parentElement ?? element).getAnimations({ subtree: true }).length > 0,
  );
}

test.describe("a channel of kind hls", () => {
  test.use({
    sources: { english: STREAM },
    expectedFaults: [/request to another host: https:\/\/stream\.example/],
  });

  test("plays on Home and on Live TV, and its badge is animated while it plays (S2.45) @full", async ({
    page,
  }) => {
    await visitBefore(page);
    for (const { path, player, badge } of PLACES) {
      await page.goto(path);
      await expectShown(player(page).locator("iframe"));
      const video = player(page).frameLocator("iframe").locator("video");
      const position = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
      await expect.poll(position, { timeout: 20_000 }).toBeGreaterThan(0);
      await expect.poll(() => isPulsing(badge(page))).toBe(true);
    }
  });
});

type Provider = {
  source: ChannelSource;
  /** The provider's name in the consent prompt. */
  host: string;
  fault: RegExp;
  /** Returns the number of requests to the provider. */
  requests: (providers: FakeProviders, youtube: FakeYouTube) => number;
  /** The provider's own player inside the page. */
  playing: (frame: FrameLocator) => Locator;
};

const PROVIDERS: readonly Provider[] = [
  {
    source: { kind: "youtube", videoId: "AAAAAAAAAA1" },
    host: "www.youtube.com",
    fault: /request to another host: http:\/\/127\.0\.0\.1:\d+\/embed\/AAAAAAAAAA1/,
    requests: (_providers, youtube) => youtube.requestsTo("embed").length,
    playing: (frame) => frame.frameLocator("iframe").locator('body[data-state="1"] #words'),
  },
  {
    source: { kind: "iframe", url: `https://${FRAME_HOST}/embed/7`, hosts: [FRAME_HOST] },
    host: FRAME_HOST,
    fault: /request to another host: https:\/\/frame\.example/,
    requests: (providers) => providers.requestsTo(FRAME_HOST).length,
    playing: (frame) => frame.frameLocator("iframe").getByText("The frame provider plays"),
  },
  {
    source: {
      kind: "script",
      src: `https://${SCRIPT_HOST}/loader.js`,
      hosts: [SCRIPT_HOST],
      mountId: "provider-player",
      data: { stream: "7" },
      attributes: {},
    },
    host: SCRIPT_HOST,
    fault: /request to another host: https:\/\/script\.example/,
    requests: (providers) => providers.requestsTo(SCRIPT_HOST).length,
    playing: (frame) =>
      frame.frameLocator("iframe").frameLocator("iframe").getByText("The script provider plays"),
  },
];

for (const { source, host, fault, requests, playing } of PROVIDERS) {
  test.describe(`a channel of kind ${source.kind}`, () => {
    test.use({
      sources: { english: source },
      sermons: [fakeVideo("AAAAAAAAAA1")],
      expectedFaults: [fault],
    });

    // live-providers.spec.ts checks the frame's content.
    test("asks for consent, plays after the tap, and stores the choice @full", async ({
      page,
      providers,
      youtube,
    }) => {
      await visitBefore(page);
      for (const { path, player, badge } of PLACES) {
        await page.evaluate(() => localStorage.clear());
        const before = requests(providers, youtube);
        await page.goto(path);
        const frame = player(page).locator("iframe");
        const inside = player(page).frameLocator("iframe");
        await expect(
          inside.getByText(`Pressing play loads the stream from ${host}.`),
        ).toBeVisible();
        await expectShown(frame);
        expect(await isPulsing(badge(page))).toBe(false);
        expect(requests(providers, youtube)).toBe(before);

        await inside.getByRole("button", { name: "Play" }).click();
        await expect(playing(inside)).toBeVisible();
        await expectShown(frame);
        await expect.poll(() => isPulsing(badge(page))).toBe(true);

        await page.reload();
        await expect(playing(inside)).toBeVisible({ timeout: 20_000 });
        await expectShown(frame);
      }
    });
  });
}
