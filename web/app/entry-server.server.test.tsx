import { existsSync } from "node:fs";
import * as v from "valibot";
import { expect, it } from "vitest";
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

it("the bundle exports the server's functions and rejects another module", () => {
  expect(v.is(entryServerSchema, { ...bundle })).toBe(true);
  expect(v.is(entryServerSchema, { ...bundle, renderPage: "no function" })).toBe(false);
});

it.each([
  "/",
  "/videos/music",
  "/videos/music?v=aaaaaaaaaaa",
  "/live-tv",
  "/bible",
  "/devotional",
  "/search?q=grace",
  "/auth",
  "/profile",
  "/studio",
  "/studio/join",
  "/no-such-page",
])("the page %s is whole and restores the same data in the browser", async (address) => {
  const page = await entry.renderPage(address, site, transport);
  if (page instanceof Response) throw new Error("The page redirects");
  // React's mark of a part that the server could not finish. Code that loads with the first render
  // would leave it in the first page after a start.
  expect(page.bodyHtml).not.toContain("<!--$!-->");
  const arrived: unknown = JSON.parse(JSON.stringify(page.state));
  expect(v.parse(v.strictObject(pageStateSchema.entries), arrived)).toEqual(page.state);
});

it.each([
  ["/", null],
  ["/videos/music", "web/app/routes/category-route.tsx#videos"],
  ["/bible", "web/app/routes/bible-route.tsx"],
  ["/devotional/2026/06/14", "web/app/routes/devotional-route.tsx"],
  ["/no-such-page", "web/app/routes/not-found-route.tsx"],
])("the page %s names its lazy route: %s", async (address, routeId) => {
  const page = await entry.renderPage(address, site, transport);
  if (page instanceof Response) throw new Error("The page redirects");
  expect(page.state.routeId).toBe(routeId);
});

it("a page holds its first image, which only larger screens request", async () => {
  const inlineImage = (path: string) => (path === "/img/yt/aaaaaaaaaaa" ? "AAAA" : null);
  const page = await entry.renderPage("/videos/music", site, transport, inlineImage);
  if (page instanceof Response) throw new Error("The page redirects");
  expect(page.headHtml).toMatch(
    /<link rel="preload" as="image"[^>]*media="\(min-width: 30\.01rem\)"/,
  );
  expect(page.bodyHtml).toMatch(
    /<source type="image\/avif" media="\(max-width: 30rem\)" srcSet="data:image\/avif;base64,AAAA"\/><source/,
  );
  expect(page.state.inlineImages).toEqual({ "/img/yt/aaaaaaaaaaa": "AAAA" });
});

it.each([...bundle.LAZY_ROUTE_IDS])("the id of the lazy route %s is a source file", (id) => {
  expect(existsSync(id.replace(/#.*/, ""))).toBe(true);
});

it("the offline shell of a device says that it holds nothing to hydrate", () => {
  const { state } = entry.renderShell(site);
  expect(v.parse(pageStateSchema, JSON.parse(JSON.stringify(state)))).toEqual(state);
  expect(state.isShell).toBe(true);
});

it.each(["</title><meta http-equiv=refresh content=0;url=//evil.example>", "A & <b>", `"'`])(
  "the offline shell of a device writes the ministry's name %j as text",
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

/** The whole of a list whose row does not show the older video. */
const withOlder = (url: string): Promise<Response> =>
  url.includes("videoId=")
    ? Promise.resolve(Response.json({ ...PLAYLIST, videos: url.includes(OLDER.id) ? [OLDER] : [] }))
    : transport(url);

async function headOf(address: string, answering = withOlder): Promise<string> {
  const page = await bundle.renderPage(address, site, answering);
  if (page instanceof Response) throw new Error(`${address} redirects with ${page.status}`);
  return `${page.headHtml} ${JSON.stringify(page.structuredData)}`;
}

it("Home with a video of any list has that video's title, description and image", async () => {
  const head = await headOf("/?v=bbbbbbbbbbb");
  expect(head).toMatch(/<title>Faith \|/);
  expect(head).toContain('property="og:description" content="Of faith."');
  expect(head).toMatch(/property="og:image" content="[^"]+\/img\/yt\/bbbbbbbbbbb\/1280\.jpg"/);
  expect(head).toContain('"@type":"VideoObject"');
});

it("a shared verse has its own title, description, image and URL; its chapter has the shared ones", async () => {
  const verses = [1, 16].map((verse) => ({ verse, text: `Words ${verse}.` }));
  const withChapter = (url: string) =>
    url.includes("/api/bible/John") ? Promise.resolve(Response.json({ verses })) : transport(url);
  const chapter = "/bible?version=kjv&book=john&chapter=3";
  const verse = await headOf(`${chapter}&verse=16`, withChapter);
  expect(verse).toMatch(/<title>John 3:16 \(KJV\) \|/);
  expect(verse).toContain('property="og:title" content="John 3:16 (KJV)"');
  expect(verse).toContain('property="og:description" content="Words 16."');
  expect(verse).toMatch(
    /og:image" content="[^"]+\/img\/poster\/card-verse-kjv-jhn-3-16\/1280\.jpg"/,
  );
  expect(verse).toMatch(/og:url" content="[^"]+chapter=3&(?:amp;)?verse=16"/);
  expect(verse).toMatch(/rel="canonical" href="[^"]+chapter=3"/);
  const whole = await headOf(chapter, withChapter);
  expect(whole).toContain('property="og:title" content="John 3 (KJV)"');
  expect(whole).toContain('property="og:description" content="Words 1. Words 16."');
  expect(await headOf(`${chapter}&verse=99`, withChapter)).toBe(whole);
});

it.each([
  ["/bible", "card-bible-en"],
  ["/bible/plans", "card-plans-en"],
  ["/bible/plans/gospels-30", "card-plan-gospels-30-en"],
  ["/devotional?day=3", "card-devotional-en"],
])("%s is shared with its own image: %s", async (address, card) => {
  expect(await headOf(address)).toContain(`/img/poster/${card}/1280.jpg`);
});

it.each(["ccccccccccc", "../../etc", "clip-nobody"])(
  "Home with %s, which is in no list, is Home",
  async (id) => {
    expect(await headOf(`/?v=${encodeURIComponent(id)}`)).toBe(await headOf("/"));
  },
);
