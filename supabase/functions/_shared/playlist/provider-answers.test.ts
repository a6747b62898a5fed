import { describe, expect, it } from "vitest";
import { acceptsGzip, matchesEtag } from "./playlist-responses.ts";
import { classifyApiError, parsePlaylistPage, toVideo } from "./data-api.domain.ts";
import { parseFeed } from "./other-sources.domain.ts";
import { parsePlaylistSettings } from "./playlist-settings.ts";

describe("errors of the Data API", () => {
  const body = (reason: string, detail?: string): unknown => ({
    error: {
      code: 400,
      message: "Words with <a href>links</a> and AIzaKeys",
      errors: [{ message: "same", domain: "x", reason }],
      ...(detail === undefined ? {} : { details: [{ "@type": "x", reason: detail }] }),
    },
  });
  it.each([
    [403, body("quotaExceeded"), "quota_exceeded"],
    [403, body("dailyLimitExceeded"), "quota_exceeded"],
    [403, body("userRateLimitExceeded"), "rate_limited"],
    [404, body("playlistNotFound"), "playlist_not_found"],
    [403, body("playlistItemsNotAccessible"), "playlist_not_found"],
    [400, body("badRequest", "API_KEY_INVALID"), "key_refused"],
    [400, body("keyInvalid"), "key_refused"],
    [403, body("forbidden", "SERVICE_DISABLED"), "key_refused"],
    [403, body("forbidden", "API_KEY_HTTP_REFERRER_BLOCKED"), "key_refused"],
    [400, body("invalidPageToken"), "upstream_failed"],
    [404, "<html>", "playlist_not_found"],
    [403, null, "upstream_failed"],
    [400, { error: { errors: "text", details: 7 } }, "upstream_failed"],
  ] as const)("%d %j means %s", (status, json, code) => {
    expect(classifyApiError(status, json)).toBe(code);
  });
});

describe("items of the Data API", () => {
  const item = {
    snippet: { title: "Faith &amp; Works", description: "x".repeat(6_000) },
    contentDetails: { videoId: "AAAAAAAAAA1", videoPublishedAt: "2026-10-04T10:00:00Z" },
    status: { privacyStatus: "public" },
  };

  it("omits invalid items and keeps the others", () => {
    const page = parsePlaylistPage({ items: [item, 7, { snippet: {} }, item], nextPageToken: 9 });
    expect(page?.items).toHaveLength(2);
    expect(page?.nextPageToken).toBeNull();
  });

  it("omits items with an invalid id", () => {
    const evil = { ...item, contentDetails: { ...item.contentDetails, videoId: "../../../etc" } };
    expect(parsePlaylistPage({ items: [item, evil] })?.items).toHaveLength(1);
  });

  it("decodes entities once and shortens descriptions", () => {
    const [first] = parsePlaylistPage({ items: [item] })?.items ?? [];
    const video = first && toVideo(first, { id: "AAAAAAAAAA1" });
    expect(video?.title).toBe("Faith & Works");
    expect(video?.description).toHaveLength(5_000);
  });

  it.each([[null], [[]], ["x"], [{ items: "none" }], [{}]])("rejects %j as a page", (json) => {
    expect(parsePlaylistPage(json)).toBeNull();
  });
});

describe("the feed", () => {
  const entry = (id: string, more = ""): string =>
    `<entry><yt:videoId>${id}</yt:videoId><title>007 &amp;amp; &lt;b&gt;</title><published>2026-05-12T16:52:13+00:00</published>${more}</entry>`;
  const feed = (content: string): string => `<?xml version="1.0"?><feed>${content}</feed>`;

  it("returns its entries; numbers stay texts and entities are decoded at most once more", () => {
    const group =
      '<media:group><media:description>x</media:description><media:community><media:statistics views="703"/></media:community></media:group>';
    expect(parseFeed(feed(entry("AAAAAAAAAA1", group)))).toEqual([
      {
        id: "AAAAAAAAAA1",
        title: "007 & <b>",
        description: "x",
        thumbnail: "/img/yt/AAAAAAAAAA1",
        duration: "",
        viewCount: "703 views",
        publishedAt: "2026-05-12T16:52:13.000Z",
      },
    ]);
  });

  it("may be empty, and omits invalid entries", () => {
    expect(parseFeed(feed(""))).toBeNull();
    expect(parseFeed(feed("<title>Sermons</title>"))).toEqual([]);
    expect(parseFeed(feed(entry("short") + entry("AAAAAAAAAA1") + "<entry/>"))).toHaveLength(1);
  });

  it.each([
    ["an HTML page", "<!doctype html><html><body>404</body></html>"],
    ["truncated XML", "<feed><entry><title>x"],
    ["nothing", ""],
    [
      "entities that multiply",
      '<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed><title>&b;</title></feed>',
    ],
  ])("rejects %s", (_what, xml) => {
    expect(parseFeed(xml)).toBeNull();
  });
});

it.each([
  ["gzip", true],
  ["br;q=1, gzip;q=0.5", true],
  ["*", true],
  ["GZIP", true],
  ["gzip;q=0", false],
  ["gzip; q=0.0", false],
  ["br", false],
  ["x-gzip2", false],
  [null, false],
])("reads Accept-Encoding %j as gzip: %j", (header, wanted) => {
  expect(acceptsGzip(header)).toBe(wanted);
});

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  [null, false],
])("matches If-None-Match %j: %j", (header, wanted) => {
  expect(matchesEtag(header, '"a"')).toBe(wanted);
});

describe("settings", () => {
  const minimal = {
    SITE_URL: "http://127.0.0.1:3000/",
    PLAYLISTS: '{"sermons":"PLsermonsSermons"}',
  };

  it("require the site and its playlists; the rest has defaults", () => {
    expect(parsePlaylistSettings({ ...minimal, YOUTUBE_API_KEY: "" })).toEqual({
      ok: true,
      value: {
        apiKey: null,
        apiBase: "https://www.googleapis.com/youtube/v3",
        feedBase: "https://www.youtube.com/feeds",
        siteUrl: "http://127.0.0.1:3000",
        playlistIds: new Set(["PLsermonsSermons"]),
        dailyUnits: 5_000,
        overrides: {},
        customPlaylists: {},
        ownVideos: [],
        categoriesOf: new Map([["PLsermonsSermons", ["sermons"]]]),
      },
    });
  });

  it.each([
    [{ PLAYLISTS: "[1]" }, "PLAYLISTS"],
    [{ PLAYLISTS: '{"sermons":"no"}' }, "PLAYLISTS"],
    [{ YOUTUBE_DAILY_UNITS: "-1" }, "YOUTUBE_DAILY_UNITS"],
    [{ YOUTUBE_API_BASE: "file:///etc" }, "YOUTUBE_API_BASE"],
  ])("name invalid variables without their values: %j", (changes, error) => {
    expect(parsePlaylistSettings({ ...minimal, ...changes })).toEqual({ ok: false, error });
  });
});
