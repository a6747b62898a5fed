import { createHash, randomBytes } from "node:crypto";
import { openAsBlob } from "node:fs";
import { type Context, Hono } from "hono";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { rangeHeaders, requestedRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import { type ClientAddress, limitKey } from "@reign-tv/kit/http/client-address.ts";
import { etagOf, matchesIfNoneMatch } from "@reign-tv/kit/http/etag.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PODCASTS_PATH, type Podcasts } from "#shared/contracts/podcasts.ts";
import { localisedPath } from "#shared/languages.ts";
import { podcastMessages } from "#shared/messages/podcasts.ts";
import { coverPath, episodePath, type Feed, feedPath, FEEDS } from "#shared/podcasts/shows.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { drawCover } from "./cover.ts";
import { chaptersJson, podcastXml } from "./podcast-feed.domain.ts";

/** A published video with sound, as a podcast has it. */
export type Episode = Feed & {
  /** Id of the video, and of the episode for ever. */
  id: string;
  title: string;
  description: string;
  speaker: string | null;
  /** Path of the page that plays it, without the language. */
  pagePath: string;
  publishedAtMs: number;
  seconds: number;
  chapters: readonly { at: number; title: string }[];
  /** Path of its captions in the language of the feed; null without any. */
  captionsPath: string | null;
  bytes: number;
};

/** The file of an episode. */
export type EpisodeFile = { path: string; bytes: number; version: string };

export type PodcastDeps = {
  siteUrl: string;
  ministry: () => Pick<Ministry, "name" | "email" | "links">;
  /** Published episodes whose files exist, the newest first. */
  episodes: () => Promise<readonly Episode[]>;
  /** File of a published episode; null when this server does not have it. */
  fileOf: (id: string) => Promise<EpisodeFile | null>;
  /** Id of a feed, assigned at its first use. */
  guidOf: (feed: Feed) => Promise<string>;
  countDownload: (id: string) => void;
  clientAddress: ClientAddress;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Directories show the newest ones; apps keep the others. */
const EPISODES_IN_FEED = 300;
const CATEGORIES = {
  sermons: ["Religion & Spirituality", "Christianity"],
  devotionals: ["Religion & Spirituality", "Christianity"],
  music: ["Music", "Music Commentary"],
} as const;

/**
 * Podcasts of the ministry: a feed of each show and language at `/podcast/{show}.{language}.xml` with its cover beside
 * it, episodes at `/podcast/episodes/{id}.m4a` with their chapters, and the list `GET /api/podcasts`.
 */
export function createPodcastRoutes(deps: PodcastDeps): Hono {
  const { siteUrl, ministry, clientAddress, now } = deps;
  const app = new Hono();
  const isNewDownload = createDownloadFilter(now);
  const covers = new Map<string, Promise<Buffer>>();

  async function episodesOf(feed: Feed): Promise<Episode[]> {
    const all = await deps.episodes();
    return all
      .filter(({ show, language }) => show === feed.show && language === feed.language)
      .slice(0, EPISODES_IN_FEED);
  }

  async function feedXml(feed: Feed): Promise<string> {
    const { name, email, links } = ministry();
    const texts = podcastMessages[feed.language];
    const urlOf = (path: string) => `${siteUrl}${localisedPath(path, feed.language)}`;
    return podcastXml({
      guid: await deps.guidOf(feed),
      language: feed.language,
      title: `${texts.shows[feed.show]} – ${name}`,
      description: texts.about[feed.show],
      author: name,
      email,
      copyright: `© ${name}`,
      link: urlOf("/podcasts"),
      self: `${siteUrl}${feedPath(feed)}`,
      cover: `${siteUrl}${coverPath(feed)}`,
      ...(links.donate && { funding: { url: links.donate, label: texts.donate } }),
      category: CATEGORIES[feed.show],
      episodes: (await episodesOf(feed)).map((episode) => ({
        guid: episode.id,
        title: episode.title,
        description: episode.description,
        link: urlOf(episode.pagePath),
        publishedAtMs: episode.publishedAtMs,
        seconds: episode.seconds,
        enclosure: {
          url: `${siteUrl}${episodePath(episode.id)}`,
          bytes: episode.bytes,
          type: "audio/x-m4a",
        },
        ...(episode.speaker && { speaker: episode.speaker }),
        ...(episode.chapters.length > 0 && {
          chapters: `${siteUrl}${chaptersPath(episode.id)}`,
        }),
        ...(episode.captionsPath && {
          transcript: { url: `${siteUrl}${episode.captionsPath}`, language: episode.language },
        }),
      })),
    });
  }

  async function sendFeed(context: Context, feed: Feed): Promise<Response> {
    const body = precompress(await feedXml(feed), "passing");
    return sendPrecompressed(context, body, headersOf("application/rss+xml; charset=utf-8"));
  }

  async function sendCover(context: Context, feed: Feed): Promise<Response> {
    const title = podcastMessages[feed.language].shows[feed.show];
    const key = JSON.stringify([title, ministry().name]);
    const drawing = covers.get(key) ?? drawCover(title, ministry().name);
    covers.set(key, drawing);
    drawing.catch(() => covers.delete(key));
    const bytes = new Uint8Array(await drawing);
    const etag = `"${etagOf(bytes)}"`;
    const headers = { ...headersOf("image/jpeg"), "Cache-Control": CACHE.day, ETag: etag };
    if (matchesIfNoneMatch(context.req.header("if-none-match"), etag)) {
      return context.body(null, 304, headers);
    }
    return context.body(bytes, 200, { ...headers, "Content-Length": String(bytes.length) });
  }

  for (const feed of FEEDS) {
    app.get(feedPath(feed), (context) => sendFeed(context, feed));
    app.get(coverPath(feed), (context) => sendCover(context, feed));
  }

  app.get("/podcast/episodes/:file{[a-z0-9-]+\\.m4a}", async (context) => {
    const id = context.req.param("file").slice(0, -".m4a".length);
    const file = await deps.fileOf(id);
    if (file === null) return notFound(context);
    const response = await sendFile(context, file);
    if (beginsDownload(context, response)) {
      const visitor = `${limitKey(clientAddress(context))} ${context.req.header("user-agent")}`;
      if (isNewDownload(id, visitor)) deps.countDownload(id);
    }
    return response;
  });

  app.get("/podcast/episodes/:file{[a-z0-9-]+\\.json}", async (context) => {
    const id = context.req.param("file").slice(0, -".json".length);
    const episode = (await deps.episodes()).find((one) => one.id === id);
    if (!episode || episode.chapters.length === 0) return notFound(context);
    const body = precompress(chaptersJson(episode.chapters), "passing");
    return sendPrecompressed(context, body, headersOf("application/json+chapters"));
  });

  app.get(PODCASTS_PATH, async (context) => {
    const episodes = await deps.episodes();
    const feeds = FEEDS.map((feed) => ({
      ...feed,
      episodes: episodes.filter((one) => one.show === feed.show && one.language === feed.language)
        .length,
    })).filter((feed) => feed.episodes > 0);
    const answer: Podcasts = { feeds };
    return context.json(answer, 200, { "Cache-Control": CACHE.minute });
  });

  return app;
}

function chaptersPath(id: string): string {
  return `/podcast/episodes/${id}.json`;
}

/** Sends the file, or the requested part of it (RFC 9110, 14). */
async function sendFile(context: Context, file: EpisodeFile): Promise<Response> {
  const { path, bytes, version } = file;
  const header = (name: string) => context.req.header(name);
  const etag = `"${version}"`;
  const headers = { ...headersOf("audio/x-m4a"), ETag: etag, "Accept-Ranges": "bytes" };
  if (matchesIfNoneMatch(header("if-none-match"), etag)) return context.body(null, 304, headers);
  const part = requestedRange({ header, etag, size: bytes });
  if (part === "unsatisfiable") {
    return context.body(null, 416, {
      "Content-Range": `bytes */${bytes}`,
      "Cache-Control": CACHE.none,
    });
  }
  const { first, last } = part === "whole" ? { first: 0, last: bytes - 1 } : part;
  const isHead = context.req.method === "HEAD";
  const body = isHead ? null : (await openAsBlob(path)).slice(first, last + 1).stream();
  return new Response(body, {
    status: part === "whole" ? 200 : 206,
    headers: { ...headers, ...rangeHeaders(part, bytes) },
  });
}

/** Apps fetch an episode in several ranges; the one with the first byte is the download. */
function beginsDownload(context: Context, response: Response): boolean {
  if (context.req.method !== "GET") return false;
  const range = response.headers.get("content-range");
  return response.status === 200 || (response.status === 206 && /^bytes 0-/.test(range ?? ""));
}

/** Limit on remembered downloads of a day; the oldest may count again. */
const MAX_REMEMBERED = 20_000;

/**
 * Returns a filter that counts a visitor and an episode once a day. It keeps digests with a secret of the day, so that
 * nothing identifies a visitor, also not the next day.
 */
export function createDownloadFilter(now: () => number): (id: string, visitor: string) => boolean {
  let day = -1;
  let secret = randomBytes(16);
  let counted = createBoundedMap<string, true>(MAX_REMEMBERED);
  return (id, visitor) => {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      secret = randomBytes(16);
      counted = createBoundedMap(MAX_REMEMBERED);
    }
    const digest = createHash("sha256").update(secret).update(`${id} ${visitor}`).digest("base64");
    if (counted.get(digest)) return false;
    counted.set(digest, true);
    return true;
  };
}

function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Cache-Control": CACHE.minutes,
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

function notFound(context: Context): Response {
  return context.json({ error: "not_found" }, 404, { "Cache-Control": CACHE.none });
}
