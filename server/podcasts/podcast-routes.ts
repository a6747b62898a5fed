import { createHash, randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import type { ClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { etagOf, matchesIfNoneMatch } from "@reign-tv/kit/http/etag.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import { copyHeaders, RANGE_REQUEST_HEADERS } from "#server/http/copy-headers.ts";
import type { OnAir } from "#server/live/on-air.ts";
import { type OwnVideoFacts, ownMediaUrl, type PodcastShow } from "#shared/contracts/own-videos.ts";
import { PODCASTS_PATH, type Podcasts } from "#shared/contracts/podcasts.ts";
import { type Language, localisedPath } from "#shared/languages.ts";
import { channelSoundUrl } from "#shared/media/sound.ts";
import { calendarMessages } from "#shared/messages/calendar.ts";
import { podcastMessages } from "#shared/messages/podcasts.ts";
import { coverPath, episodePath, type Feed, feedPath, FEEDS } from "#shared/podcasts/shows.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import { categoriesOf } from "#shared/videos/categories.ts";
import { drawCover } from "./cover.ts";
import { liveServices } from "./live-items.domain.ts";
import { chaptersJson, type PodcastLiveItem, podcastXml } from "./podcast-feed.domain.ts";

type PodcastDeps = {
  siteUrl: string;
  ministry: () => Pick<
    Ministry,
    "name" | "email" | "links" | "playlists" | "categories" | "channels" | "services"
  >;
  onAir: OnAir;
  /** Published own videos, the newest first. */
  ownVideos: () => readonly OwnVideoFacts[];
  /** Id of a feed, assigned at its first use. */
  guidOf: (feed: Feed) => Promise<string>;
  /** Reads files of own videos from this server. */
  inProcess: Transport;
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

  function episodesOf({ show, language }: Feed): Episode[] {
    return deps
      .ownVideos()
      .filter(isEpisode)
      .filter((episode) => episode.show === show && episode.language === language)
      .slice(0, EPISODES_IN_FEED);
  }

  function pageOf({ id, category, soundOf }: Episode): string {
    const path = categoriesOf(ministry()).find((one) => one.id === category)?.path;
    return path === undefined ? "/podcasts" : `${path}?v=${soundOf ?? id}`;
  }

  function liveItemsOf(language: Language): PodcastLiveItem[] {
    const { name } = ministry();
    const services = { ministry: ministry(), language, onAir: deps.onAir, nowMs: now() };
    const url = `${siteUrl}${localisedPath("/live-tv", language)}`;
    return liveServices(services).map(({ channel, title, ...service }) => ({
      ...service,
      title: title ?? calendarMessages[language].service(name),
      sound: `${siteUrl}${channelSoundUrl(channel)}`,
      page: { url, label: podcastMessages[language].watchLive },
    }));
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
      live: feed.show === "sermons" ? liveItemsOf(feed.language) : [],
      episodes: episodesOf(feed).map((episode) => ({
        guid: episode.id,
        title: episode.title,
        description: [episode.passage, episode.description].filter(Boolean).join("\n\n"),
        link: urlOf(pageOf(episode)),
        publishedAtMs: Date.parse(episode.publishedAt),
        seconds: episode.seconds,
        enclosure: {
          url: `${siteUrl}${episodePath(episode.id)}`,
          bytes: fileOf(episode).bytes,
          type: "audio/x-m4a",
        },
        ...(episode.speaker !== "" && { speaker: episode.speaker }),
        ...(episode.chapters.length > 0 && { chapters: `${siteUrl}${chaptersPath(episode.id)}` }),
        ...(episode.captions.includes(feed.language) && {
          transcript: {
            url: `${siteUrl}${ownMediaUrl(episode, `captions.${feed.language}.vtt`)}`,
            language: feed.language,
          },
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

  function episodeNamed(file: string): Episode | null {
    const id = file.slice(0, file.lastIndexOf("."));
    return (
      deps
        .ownVideos()
        .filter(isEpisode)
        .find((one) => one.id === id) ?? null
    );
  }

  app.get("/podcast/episodes/:file{[a-z0-9-]+\\.m4a}", async (context) => {
    const episode = episodeNamed(context.req.param("file"));
    if (episode === null) return notFound(context);
    const response = await deps.inProcess(ownMediaUrl(episode, fileOf(episode).name), {
      method: context.req.method,
      headers: copyHeaders(context, RANGE_REQUEST_HEADERS),
    });
    if (beginsDownload(context, response)) {
      const visitor = `${limitKey(clientAddress(context))} ${context.req.header("user-agent")}`;
      if (isNewDownload(episode.id, visitor)) deps.countDownload(episode.id);
    }
    const headers = new Headers(response.headers);
    if (response.ok) headers.set("Content-Type", "audio/x-m4a");
    // The address has no version.
    if (response.ok) headers.set("Cache-Control", CACHE.minutes);
    return new Response(response.body, { status: response.status, headers });
  });

  app.get("/podcast/episodes/:file{[a-z0-9-]+\\.json}", (context) => {
    const episode = episodeNamed(context.req.param("file"));
    if (episode === null || episode.chapters.length === 0) return notFound(context);
    const body = precompress(chaptersJson(episode.chapters), "passing");
    return sendPrecompressed(context, body, headersOf("application/json+chapters"));
  });

  app.get(PODCASTS_PATH, (context) => {
    const feeds = FEEDS.map((feed) => ({ ...feed, episodes: episodesOf(feed).length }));
    const answer: Podcasts = { feeds: feeds.filter(({ episodes }) => episodes > 0) };
    return context.json(answer, 200, { "Cache-Control": CACHE.minute });
  });

  return app;
}

/** An own video with sound in one of the podcasts. */
type Episode = OwnVideoFacts & {
  show: PodcastShow;
  publishedAt: string;
  files: { sound: number };
};

/** Podcast apps need a regular file; until it is made they get the one for players. */
function fileOf({ files }: Episode): { name: string; bytes: number } {
  const { episode, sound } = files;
  return typeof episode === "number"
    ? { name: "episode.m4a", bytes: episode }
    : { name: "sound.m4a", bytes: sound };
}

function isEpisode(video: OwnVideoFacts): video is Episode {
  return video.show !== null && video.publishedAt !== null && video.files.sound !== null;
}

function chaptersPath(id: string): string {
  return `/podcast/episodes/${id}.json`;
}

/** Apps fetch an episode in several ranges; the one with the first byte is the download. */
function beginsDownload(context: Context, response: Response): boolean {
  if (context.req.method !== "GET") return false;
  const range = response.headers.get("content-range");
  return (
    response.status === 200 || (response.status === 206 && range?.startsWith("bytes 0-") === true)
  );
}

/** Limit on remembered downloads of a day; the oldest may count again. */
const MAX_REMEMBERED = 20_000;

/**
 * Returns a filter that counts a visitor and an episode once a day. It keeps digests with a secret of the day, so that
 * nothing identifies a visitor, also not the next day.
 */
function createDownloadFilter(now: () => number): (id: string, visitor: string) => boolean {
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
  return { ...PUBLIC_HEADERS, "Content-Type": type, "Cache-Control": CACHE.minutes };
}

function notFound(context: Context): Response {
  return context.json({ error: "not_found" }, 404, { "Cache-Control": CACHE.none });
}
