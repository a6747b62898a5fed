import * as v from "valibot";
import { expect, test } from "vitest";
import {
  type EntryServer,
  entryServerSchema,
  pageStateSchema,
} from "#shared/contracts/rendered-page.ts";
import type { PlaylistVideos } from "#shared/contracts/playlist-videos.ts";
import { siteStateIn } from "#shared/site/site-state.ts";
import { testSiteFacts } from "#tests/support/site-fixture.ts";
import * as bundle from "./entry-server.tsx";

const entry: EntryServer = bundle;
const site = siteStateIn(testSiteFacts(), "en");
const PLAYLIST: PlaylistVideos = {
  videos: [
    {
      id: "aaaaaaaaaaa",
      title: "Grace",
      description: "",
      thumbnail: "/img/yt/aaaaaaaaaaa",
      duration: "1:02",
      viewCount: "12 views",
      publishedAt: "2026-06-14T10:00:00Z",
    },
  ],
  source: "api",
  fetchedAt: "2026-06-15T10:00:00.000Z",
  stale: false,
};

const transport = (url: string): Promise<Response> =>
  Promise.resolve(
    url.includes("playlist-videos") ? Response.json(PLAYLIST) : new Response(null, { status: 503 }),
  );

test("the bundle exports what the server loads, and another module is refused", () => {
  expect(v.is(entryServerSchema, { ...bundle })).toBe(true);
  expect(v.is(entryServerSchema, { ...bundle, renderPage: "no function" })).toBe(false);
});

test.each(["/", "/videos/music", "/live-tv", "/bible", "/auth", "/no-such-page"])(
  "what the page %s hands to the browser is the same after its way through the page",
  async (address) => {
    const page = await entry.renderPage(address, site, transport);
    if (page instanceof Response) throw new Error("The page redirects");
    const arrived: unknown = JSON.parse(JSON.stringify(page.state));
    expect(v.parse(v.strictObject(pageStateSchema.entries), arrived)).toEqual(page.state);
  },
);

test("the page for what a device has not kept says that it holds nothing to take over", () => {
  const { state } = entry.renderShell(site);
  expect(v.parse(pageStateSchema, JSON.parse(JSON.stringify(state)))).toEqual(state);
  expect(state.isShell).toBe(true);
});
