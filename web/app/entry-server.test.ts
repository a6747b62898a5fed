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

test.each([
  ["/", null],
  ["/videos/music", "web/app/routes/category-route.tsx#videos"],
  ["/bible", "web/app/routes/bible-route.tsx"],
  ["/devotional/2026/06/14", "web/app/routes/devotional-route.tsx"],
  ["/no-such-page", "web/app/routes/not-found-route.tsx"],
])("the page %s names the lazy route that it shows: %s", async (address, routeId) => {
  const page = await entry.renderPage(address, site, transport);
  if (page instanceof Response) throw new Error("The page redirects");
  expect(page.state.routeId).toBe(routeId);
});

test("the page for what a device has not kept says that it holds nothing to take over", () => {
  const { state } = entry.renderShell(site);
  expect(v.parse(pageStateSchema, JSON.parse(JSON.stringify(state)))).toEqual(state);
  expect(state.isShell).toBe(true);
});

test.each(["</title><meta http-equiv=refresh content=0;url=//evil.example>", "A & <b>", `"'`])(
  "the page for what a device has not kept writes the ministry's name %j as text",
  (name) => {
    const { headHtml } = entry.renderShell({ ...site, ministry: { ...site.ministry, name } });
    expect(headHtml.match(/<[^>]*>/g)).toEqual([
      "<title>",
      "</title>",
      expect.stringMatching(/^<meta name="robots" content="noindex"/),
    ]);
  },
);

const OLDER = {
  ...PLAYLIST.videos[0],
  id: "bbbbbbbbbbb",
  title: "Faith",
  description: "Of\n\nfaith.",
  thumbnail: "/img/yt/bbbbbbbbbbb",
};

/** The whole of a list, of which no row shows the older video. */
const withOlder = (url: string): Promise<Response> =>
  url.includes("videoId=")
    ? Promise.resolve(Response.json({ ...PLAYLIST, videos: url.includes(OLDER.id) ? [OLDER] : [] }))
    : transport(url);

async function headOf(address: string): Promise<string> {
  const page = await bundle.renderPage(address, site, withOlder);
  if (page instanceof Response) throw new Error(`${address} redirects with ${page.status}`);
  return `${page.headHtml} ${JSON.stringify(page.structuredData)}`;
}

test("Home with a video of any list is shared under the video's name, words and picture", async () => {
  const head = await headOf("/?v=bbbbbbbbbbb");
  expect(head).toMatch(/<title>Faith \|/);
  expect(head).toContain('property="og:description" content="Of faith."');
  expect(head).toMatch(/property="og:image" content="[^"]+\/img\/yt\/bbbbbbbbbbb\/1280\.jpg"/);
  expect(head).toContain('"@type":"VideoObject"');
});

test.each(["ccccccccccc", "../../etc", "clip-nobody"])(
  "Home with %s, which is in no list, is Home",
  async (id) => {
    expect(await headOf(`/?v=${encodeURIComponent(id)}`)).toBe(await headOf("/"));
  },
);
