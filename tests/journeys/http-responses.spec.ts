import { sendRequest, type WireResponse } from "./support/send-request.ts";
import { expect, test } from "./support/journey-test.ts";

/**
 * Cache headers of every kind of response, one row each. Every row is requested in both encodings, with its ETag,
 * and by HEAD.
 */

type Expected = {
  path: string;
  status?: number;
  /** The whole Cache-Control header. */
  cache: string;
  type?: RegExp;
  /** A text response: compressed, with an ETag and `Vary: Accept-Encoding`. */
  isText?: boolean;
  isRanged?: boolean;
  /** Contains the current time, so its ETag matches one response only. */
  isMadeEachTime?: boolean;
  /** Data that other origins or the native app read: it varies by Origin. */
  isByOrigin?: boolean;
  headers?: Readonly<Record<string, string>>;
};

const PAGE =
  "public, max-age=0, must-revalidate, s-maxage=30, stale-while-revalidate=600, stale-if-error=86400";
const MINUTES = "public, max-age=300, stale-while-revalidate=86400";
const HOUR = "public, max-age=3600, stale-while-revalidate=86400";
const DAY = "public, max-age=86400, stale-while-revalidate=604800";
const WEEK = "public, max-age=604800, stale-while-revalidate=604800";
const YEAR = "public, max-age=31536000, immutable";
const HTML = /^text\/html/;
const JSON_TYPE = /^application\/json/;

const page = (path: string, cache = PAGE): Expected => ({ path, cache, type: HTML, isText: true });

const ANSWERS: readonly Expected[] = [
  page("/"),
  page("/fr"),
  page("/live-tv?channel=french"),
  page("/videos/sermons?page=2&utm_source=x"),
  { ...page("/videos/sermons?q=grace"), isMadeEachTime: true },
  page("/bible?version=kjv&book=john&chapter=3"),
  page("/devotional?day=3"),
  page("/tv"),
  page("/fr/tv"),
  { ...page("/auth", "no-store"), isMadeEachTime: true },
  { ...page("/fr/auth/reset?code=1", "no-store"), isMadeEachTime: true },
  page("/profile", "private, no-cache"),
  page("/bible/marks"),
  page("/watch-history", "private, no-cache"),
  page("/fr/watch-history", "private, no-cache"),
  { ...page("/no/such/page", "no-store"), status: 404 },
  { path: "/Live-TV", status: 301, cache: "no-store" },
  page("/embed/channel/english", "no-cache"),
  page("/embed/clip/{clip}", "no-cache"),
  page("/embed/yt/AAAAAAAAAAA", "no-cache"),
  { ...page("/embed/clip/none", "no-store"), status: 404 },
  page("/offline-shell", "no-cache"),

  { path: "/sw.js", cache: "no-cache", type: /javascript/, isText: true },
  { path: "/manifest.webmanifest", cache: HOUR, type: /manifest\+json/, isText: true },
  { path: "/fr/manifest.webmanifest", cache: HOUR, type: /manifest\+json/, isText: true },
  { path: "/robots.txt", cache: HOUR, type: /^text\/plain/, isText: true },
  { path: "/sitemap.xml", cache: HOUR, type: /xml/, isText: true },
  { path: "/calendar.ics", cache: "no-cache", type: /calendar/, isText: true },
  { path: "/devotional/feed.xml", cache: "no-cache", type: /rss/, isText: true },
  { path: "/fr/devotional/feed.xml", cache: "no-cache", type: /rss/, isText: true },
  { path: "/bible/verse-of-the-day.xml", cache: "no-cache", type: /rss/, isText: true },
  { path: "/fr/bible/verse-of-the-day.xml", cache: "no-cache", type: /rss/, isText: true },
  { path: "/api/votd.json", cache: MINUTES, type: JSON_TYPE, isText: true },
  { path: "/api/bible/v1/votd?date=2026-11-23", cache: MINUTES, type: JSON_TYPE, isText: true },
  { path: "/api/bible/v1/votd?date=tomorrow", status: 400, cache: "no-store", type: JSON_TYPE },
  { path: "/media/library.json", cache: MINUTES, type: JSON_TYPE, isText: true },
  { path: "/media/clips/{clip}/index.m3u8", cache: MINUTES, type: /mpegurl/, isText: true },
  { path: "/media/clips/{clip}/audio.m3u8", cache: MINUTES, type: /mpegurl/, isText: true },
  { path: "{caption}", cache: MINUTES, type: /vtt/, isText: true },
  { path: "/live/english/index.m3u8", cache: "public, max-age=60", isText: true },
  {
    path: "/live/english/guide",
    isMadeEachTime: true,
    cache: "public, max-age=2, stale-while-revalidate=10",
    type: JSON_TYPE,
    isText: true,
  },
  { path: "/favicon.svg", cache: DAY, type: /svg/, isText: true },

  {
    path: "/api/site",
    cache: "public, max-age=60, stale-while-revalidate=86400",
    type: JSON_TYPE,
    isText: true,
  },
  {
    path: "/api/live",
    isMadeEachTime: true,
    cache: "public, max-age=0, s-maxage=2",
    type: JSON_TYPE,
    isText: true,
  },
  { path: "/api/bible/John%203", cache: DAY, type: JSON_TYPE, isText: true },
  { path: "/api/bible/v1/search?q=grace", cache: DAY, type: JSON_TYPE, isText: true },
  { path: "/api/bible/v1/books", cache: MINUTES, type: JSON_TYPE, isText: true },
  { path: "/api/bible/v1/versions", cache: "no-cache", type: JSON_TYPE, isText: true },
  {
    path: "/api/devotionals/en/3",
    cache: "no-cache",
    type: JSON_TYPE,
    isText: true,
    isByOrigin: true,
  },
  { path: "/api/push", cache: "no-cache", type: JSON_TYPE, isByOrigin: true },
  { path: "/api/devotionals/en/99", status: 404, cache: "no-store", isByOrigin: true },

  { path: "{script}", cache: YEAR, type: /javascript/ },
  { path: "/icons/icon-192.png", cache: WEEK, type: /png/ },
  { path: "/apple-touch-icon.png", cache: WEEK, type: /png/ },
  { path: "/img/clip/{clip}/480.webp", cache: YEAR, type: /webp/ },
  { path: "/img/clip/{clip}/480.jpg", cache: YEAR, type: /jpeg/ },
  { path: "/img/clip/{clip}/480", cache: YEAR, type: /jpeg/ },
  { path: "/media/clips/{clip}.mp4", cache: MINUTES, type: /mp4/, isRanged: true },
  { path: "/media/clips/{clip}.m4a", cache: MINUTES, type: /audio\/mp4/, isRanged: true },
  { path: "/media/clips/{clip}/init.mp4", cache: MINUTES, type: /mp4/, isRanged: true },
  { path: "{segment}", cache: YEAR, type: /mp4/, isRanged: true },

  { path: "/healthz", cache: "no-store", type: JSON_TYPE },
  { path: "/readyz", cache: "no-store", type: JSON_TYPE },
  { path: "/auth/v1/settings", cache: "no-store", headers: { apikey: "{key}" } },
  { path: "/auth/v1/user", status: 401, cache: "no-store", headers: { apikey: "{key}" } },
  { path: "/rest/v1/devotionals?select=title", cache: "no-store", headers: { apikey: "{key}" } },
  { path: "/rest/v1/profiles", status: 401, cache: "no-store" },
  { path: "/storage/v1/bucket", status: 401, cache: "no-store" },
  { path: "/storage/v1/object/public/none/none.png", status: 400, cache: "no-store" },
];

/** Unknown API paths in any spelling. */
const UNKNOWN = [
  "/api",
  "/api/none",
  "/API/none",
  "//api/none",
  "/%61pi/none",
  "/api/bible/v1/none",
  "/auth/v1",
  "/auth/v1/none",
  "/AUTH/V1/none",
  "/rest/v1",
  "/rest/v1/none/none",
  "/storage/v1",
  "/storage/v1/none",
  "/functions/v1",
  "/functions/v1/none",
  "/realtime/v1/websocket",
  "/live",
  "/live/none",
  "/live/english/none.ts",
  "/Live/none",
  "/img",
  "/img/none",
  "/img/clip/none/480.webp",
  "/media",
  "/media/none",
  "/media//clips/none",
  "/assets",
  "/assets/none.js",
  "/assets/none",
  "/Assets/none.js",
  "/icons/none.png",
  "/.well-known/none",
];

/** Maps placeholders in the table to names that differ between builds. */
async function namesOf(origin: string): Promise<Readonly<Record<string, string>>> {
  const found = async (path: string, pattern: RegExp): Promise<string> => {
    const { text } = await sendRequest(origin, path);
    return pattern.exec(text)?.[1] ?? `nothing like ${pattern.source} at ${path}`;
  };
  const clip = await found("/media/library.json", /"id":"(clip-[a-z0-9-]+)"/);
  return {
    clip,
    script: await found("/", /src="(\/assets\/[^"]+\.js)"/),
    key: await found("/api/site", /"publishableKey":"([^"]+)"/),
    caption: await found(`/embed/clip/${clip}`, /"(\/media\/captions\/[^"]+)"/),
    segment: await found(`/media/clips/${clip}/index.m3u8`, /^(\/media\/clips\/\S+\.m4s\S*)$/m),
  };
}

function varyOf({ header }: WireResponse): string[] {
  return header("vary")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "")
    .toSorted();
}

/** One kind of response with the site's own names, and its request. */
type Kind = Expected & {
  readonly status: number;
  readonly ask: (headers?: Record<string, string>, method?: string) => Promise<WireResponse>;
};

async function expectPlain({ path, status, cache, type, isText, isRanged, ask }: Kind) {
  const plain = await ask();
  const told = { path, status: plain.status, cache: plain.header("cache-control") };
  expect.soft(told).toEqual({ path, status, cache });
  const atCdn =
    cache === PAGE ? "max-age=30, stale-while-revalidate=600, stale-if-error=86400" : "";
  expect.soft(plain.header("cdn-cache-control"), path).toBe(atCdn);
  if (type) expect.soft(plain.header("content-type"), path).toMatch(type);
  expect.soft(plain.header("content-encoding"), path).toBe("");
  expect.soft(plain.header("accept-ranges"), path).toBe(isRanged === true ? "bytes" : "");
  if (isText !== true) expect.soft(varyOf(plain), path).not.toContain("accept");
  const head = await ask({}, "HEAD");
  expect.soft([head.status, head.header("cache-control")], path).toEqual([status, cache]);
  return plain;
}

async function expectCompressed({ path, cache, isByOrigin, ask }: Kind, plain: WireResponse) {
  const vary = ["accept-encoding", ...(isByOrigin === true ? ["origin"] : [])];
  for (const encoding of ["br", "gzip"]) {
    const packed = await ask({ "accept-encoding": encoding });
    expect.soft(packed.header("content-encoding"), path).toBe(encoding);
    expect.soft(packed.header("etag"), path).not.toBe(plain.header("etag"));
    expect.soft(packed.header("cache-control"), path).toBe(cache);
    expect.soft(varyOf(packed), path).toEqual(vary);
  }
}

async function expectValidator({ path, status, cache, isMadeEachTime, ask }: Kind) {
  // Requested again: a page that was stale at the first request has been rendered again since.
  const etag = (await ask({})).header("etag");
  expect.soft(etag, path).toMatch(/^"[^"]+"$/);
  const again = await ask({ "if-none-match": etag });
  if (isMadeEachTime !== true) {
    expect.soft(again.status, path).toBe(status === 200 ? 304 : status);
  }
  expect.soft(again.header("cache-control"), path).toBe(cache);
}

async function expectRanges({ path, ask }: Kind) {
  const part = await ask({ range: "bytes=2-5" });
  expect.soft([part.status, part.header("content-length")], path).toEqual([206, "4"]);
  expect.soft(part.header("content-range"), path).toMatch(/^bytes 2-5\/\d+$/);
  const beyond = await ask({ range: "bytes=999999999-" });
  expect.soft([beyond.status, beyond.header("cache-control")], path).toEqual([416, "no-store"]);
}

test("every kind of response has its cache policy @full", async ({ baseURL }) => {
  const origin = baseURL ?? "";
  const names = await namesOf(origin);
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_all, name) => names[name] ?? "");
  for (const answer of ANSWERS) {
    const path = filled(answer.path);
    const own = Object.fromEntries(
      Object.entries(answer.headers ?? {}).map(([name, value]) => [name, filled(value)]),
    );
    const kind: Kind = {
      status: 200,
      ...answer,
      path,
      ask: (headers = {}, method = "GET") =>
        sendRequest(origin, path, { method, headers: { ...own, ...headers } }),
    };
    const plain = await expectPlain(kind);
    if (kind.isText === true) await expectCompressed(kind, plain);
    if (kind.isText === true || kind.isRanged === true) await expectValidator(kind);
    if (kind.isRanged === true) await expectRanges(kind);
  }
});

test("an unknown API path gets a JSON error that is not stored", async ({ baseURL }) => {
  const origin = baseURL ?? "";
  const key = (await namesOf(origin))["key"] ?? "";
  for (const path of UNKNOWN) {
    for (const method of ["GET", "HEAD", "POST"]) {
      const answer = await sendRequest(origin, path, { method, headers: { apikey: key } });
      const what = `${method} ${path}`;
      // Some routes have their own status (a table without permission, a wrong method), but none is a page.
      expect.soft([400, 401, 404, 405], what).toContain(answer.status);
      if (method === "GET") expect.soft([400, 404], what).toContain(answer.status);
      expect.soft(answer.header("content-type"), what).not.toContain("html");
      expect
        .soft(answer.header("cache-control"), what)
        .toMatch(/^(?:no-store|public, max-age=60)$/);
    }
  }
});

test("writes to pages and disallowed methods get responses that are not stored", async ({
  baseURL,
}) => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    const answer = await sendRequest(baseURL ?? "", "/live-tv", { method });
    expect([answer.status, answer.header("cache-control")]).toEqual([405, "no-store"]);
  }
});
