import type { Config } from "#server/settings/config.ts";
import {
  type ContentPolicy,
  policyHeader,
  permissionsPolicy,
} from "#server/http/security-headers.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import { type Language, LANGUAGES, localisedPath } from "#shared/languages.ts";
import { type PlaylistService, readPlaylistVideos } from "#server/media/playlist-reader.ts";
import { categoriesOf, type CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { type Context, Hono } from "hono";
import { CACHE, PAGE_LIFETIME_S } from "#server/http/cache-policy.ts";
import { sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { type ActiveSource, sourceFingerprint } from "#server/live/active-source.ts";
import { type FreshPage, PageCache, uncachedPage } from "#server/pages/page-cache.ts";
import type { WebApp } from "#server/pages/web-app.ts";
import { channelNamed, type Channels } from "#shared/live/channels.ts";
import { channelsFor } from "#shared/site/site-state.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { type TvCard, tvDocument } from "./tv-document.ts";
import { channelProgramme, type TvProgrammeDeps, videoProgramme } from "./tv-programme.ts";

/**
 * Policy of the television page: our files, and players and streams of the ministry's sources, including fallbacks,
 * which an open page may switch to.
 */
function tvPolicy(ministry: Ministry, playerOrigins: readonly string[]): ContentPolicy {
  const streams = [...new Set(sourcesOf(ministry).flatMap(streamOrigins))];
  return {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "connect-src": ["'self'", ...streams],
    "media-src": ["'self'", "blob:", ...streams],
    "frame-src": ["'self'", ...playerOrigins],
    "report-to": ["csp"],
  };
}

/** Origins of frames on the page: the platform, and framed channels. */
function tvPlayerOrigins(
  ministry: Ministry,
  { YOUTUBE_EMBED_BASE }: Pick<Config, "YOUTUBE_EMBED_BASE">,
): string[] {
  const framed = sourcesOf(ministry).flatMap((source) =>
    source.kind === "iframe"
      ? [new URL(source.url).origin, ...source.hosts.map((host) => `https://${host}`)]
      : [],
  );
  return [...new Set([new URL(YOUTUBE_EMBED_BASE).origin, ...framed])];
}

function sourcesOf({ channels }: Ministry): ChannelSource[] {
  return Object.values(channels).flatMap(({ source, fallback }) => [source, fallback ?? []].flat());
}

function streamOrigins(source: ChannelSource): string[] {
  if (source.kind !== "hls") return [];
  return [new URL(source.url).origin, ...(source.hosts ?? []).map((host) => `https://${host}`)];
}

type TvVideosDeps = PlaylistService & { ministry: () => Ministry };

type TvVideos = {
  /** Newest of all categories first; videos in another language than the page's are last. */
  newest: readonly Video[];
  /** Categories that have videos, in the site's order. */
  categories: readonly { id: CategoryId; videos: readonly Video[] }[];
};

/** Cards of a row, few enough for a remote control. */
const VIDEOS_PER_TV_ROW = 12;

/** Reads the first videos of every category. Skips a list that cannot be read. */
async function readTvVideos(deps: TvVideosDeps, language: Language): Promise<TvVideos> {
  const lists = await Promise.all(
    categoriesOf(deps.ministry()).map(async ({ id, playlistId }) => {
      const query = { playlistId, limit: VIDEOS_PER_TV_ROW, language };
      return { id, videos: await readPlaylistVideos(deps, query).catch(() => []) };
    }),
  );
  const byId = new Map(lists.flatMap(({ videos }) => videos).map((video) => [video.id, video]));
  return {
    newest: [...byId.values()]
      .toSorted((a, b) => isForeign(a) - isForeign(b) || b.publishedAt.localeCompare(a.publishedAt))
      .slice(0, VIDEOS_PER_TV_ROW),
    categories: lists.filter(({ videos }) => videos.length > 0),
  };
}

/** Videos name their language only if it differs from the requested one. */
function isForeign({ language }: Video): number {
  return Number(language !== undefined);
}

type TvDeps = TvVideosDeps &
  TvProgrammeDeps & {
    channelPosters: () => Channels<string>;
    /** Active source of each channel. */
    activeSource: ActiveSource;
    web: Pick<WebApp, "assets" | "development">;
    /** Clock; milliseconds since the epoch. */
    now: () => number;
  };

const PATH = "/tv";
const TV_ENTRY = "web/tv/tv.ts";

/** `GET /tv` and `/fr/tv`: channels and newest videos for televisions with old engines. */
export function createTvRoutes(deps: TvDeps): Hono {
  const { ministry, config, web, now } = deps;
  const cache = new PageCache({
    now,
    freshMs: PAGE_LIFETIME_S.freshTv * 1_000,
    maxAgeMs: PAGE_LIFETIME_S.stale * 1_000,
    maxPages: LANGUAGES.length,
  });
  const app = new Hono();
  let lastContent = "";

  function headers(): Record<string, string> {
    const playerOrigins = tvPlayerOrigins(ministry(), config);
    return {
      "content-type": "text/html; charset=utf-8",
      "cache-control": CACHE.page,
      "content-security-policy": policyHeader(tvPolicy(ministry(), playerOrigins)),
      "permissions-policy": permissionsPolicy(playerOrigins),
    };
  }

  async function send(context: Context, language: Language): Promise<Response> {
    const content = contentOf(deps);
    if (content !== lastContent) cache.forget();
    lastContent = content;
    const make = { render: () => render(deps, language) };
    const { body } =
      web.development === null
        ? await cache.get(language, make)
        : uncachedPage(await make.render(), now());
    return sendPrecompressed(context, body, headers());
  }

  for (const language of LANGUAGES) {
    app.get(localisedPath(PATH, language), (context) => send(context, language));
  }
  return app;
}

/** Serializes the ministry's content of the page; a change invalidates the cached pages. */
function contentOf({ ministry, activeSource }: TvDeps): string {
  const { name, tagline, channels, playlists } = ministry();
  const playing = Object.keys(channels).map((id) => activeSource(id).source);
  return JSON.stringify([name, tagline, channels, playlists, playing]);
}

async function render(deps: TvDeps, language: Language): Promise<FreshPage> {
  const { web, activeSource } = deps;
  const ministry = deps.ministry();
  const channelPosters = deps.channelPosters();
  const { newest, categories } = await readTvVideos(deps, language);
  const cardOf = (video: Video): TvCard => ({
    title: video.title,
    picture: video.thumbnail,
    duration: video.duration,
    programme: videoProgramme(deps, video.id, language),
    channelId: null,
    videoId: video.id,
    sourceFingerprint: "",
  });
  const titleOf = (id: CategoryId): string =>
    categoryWords(id, categoryFactsIn(ministry.categories?.[id], language), language).title;
  const rows = [
    { id: "newest", title: tvMessages[language].newest, videos: newest },
    ...categories.map(({ id, videos }) => ({ id, title: titleOf(id), videos })),
  ].filter(({ videos }) => videos.length > 0);
  const document = await tvDocument({
    language,
    ministryName: ministry.name,
    tagline: ministry.tagline[language],
    channels: channelsFor(language, ministry.channels).map(([id, { name }]) => {
      const { source } = activeSource(id);
      return {
        title: name[language],
        picture: channelNamed(channelPosters, id),
        duration: "",
        programme: channelProgramme(deps, id, source, language),
        channelId: id,
        videoId: null,
        sourceFingerprint: sourceFingerprint(source),
      };
    }),
    rows: rows.map(({ videos, ...row }) => ({ ...row, cards: videos.map(cardOf) })),
    entry: web.assets.entry(TV_ENTRY),
    isClassic: web.development === null,
    pairAddress: `${new URL(deps.config.siteUrl).host}${localisedPath("/pair", language)}`,
    hasPlatformVideos: newest.some(({ id }) => !isBundledVideoId(id)),
  });
  return { status: 200, headers: {}, html: String(document) };
}
