import { PLAYER_POSTER_WIDTH } from "#shared/live/poster.domain.ts";
import type { Context } from "hono";
import {
  channelPlaylist,
  createActiveSource,
  type Playing,
  linearPath,
  linearProgrammes,
  sourceFingerprint,
} from "#server/live/active-source.ts";
import { type ChannelId, channelIds, channelNamed } from "#shared/live/channels.ts";
import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { EmbedDeps, EmbedReply } from "./embed-page.ts";
import { channelPageUrl, type EmbedQuery, readEmbedQuery } from "./embed-query.ts";
import type { LibraryClip } from "#server/media/library.ts";
import type { ChannelFollow } from "#shared/embed/embed-config.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { isOnEmbedOrigin } from "./embed-policy.ts";
import { notFoundPage, offAirPage } from "./notice-pages.ts";
import { channelPlayerPage, type ChannelPageSettings, clipPage } from "./player-page.ts";
import { providerPage, youtubePage } from "./provider-page.ts";

type RequestedChannel = {
  /** With the ministry of the request: a preview has its own. */
  deps: EmbedDeps;
  /** Published channels, whose lineups are open. */
  publishedChannels: Ministry["channels"];
  id: ChannelId;
  channel: MinistryChannel;
  query: EmbedQuery;
  /** Active source; null while the channel is off the air. */
  source: ChannelSource | null;
  /** The player may fall back when the source fails. */
  hasFallback: boolean;
  url: string;
};

/** Previews have no automatic failover. */
const NO_FAILOVER = { of: () => null };

/** Returns the requested channel; null if there is none or it lacks the requested source. */
export async function findRequestedChannel(
  c: Context,
  deps: EmbedDeps,
): Promise<RequestedChannel | null> {
  const { preview } = readEmbedQuery(c.req.query(), DEFAULT_LANGUAGE);
  const ministry = preview === null ? deps.ministry() : await deps.previewedMinistry(preview);
  const id = channelIds(ministry?.channels ?? {}).find((known) => known === c.req.param("id"));
  if (ministry === null || id === undefined) return null;
  const channel = channelNamed(ministry.channels, id);
  const query = readEmbedQuery(c.req.query(), channel.language);
  const activeSource =
    preview === null ? deps.activeSource : createActiveSource(() => ministry, NO_FAILOVER);
  const playing = activeSource(id);
  const { fallback } = channel;
  const isFallbackRequested = query.source === "fallback" && playing.source !== null;
  if (isFallbackRequested && fallback === undefined) return null;
  const source = isFallbackRequested ? (fallback ?? null) : playing.source;
  return {
    deps: { ...deps, ministry: () => ministry },
    publishedChannels: deps.ministry().channels,
    id,
    channel,
    query,
    source,
    hasFallback: !isFallbackRequested && mayFallBack(playing, fallback),
    url: c.req.url,
  };
}

function mayFallBack({ source, isFallback }: Playing, fallback: unknown): boolean {
  return source !== null && !isFallback && fallback !== undefined;
}

type LinearSource = Extract<ChannelSource, { kind: "linear" }>;

/** The player page of a channel for the kind of its source; an off-air page without a source. */
export function channelPage(request: RequestedChannel): EmbedReply {
  const { deps, id, channel, query, source } = request;
  const follow = liveUpdatesOf(request);
  if (source === null)
    return offAirPage(deps, { query, follow, title: channel.name[query.language] });
  const posters = deps.channelPosters();
  const posterUrl = Object.hasOwn(posters, id) ? posters[id] : undefined;
  const settings: Omit<ChannelPageSettings, "source" | "streamOrigins"> = {
    id,
    query,
    poster: posterUrl === undefined ? null : pictureAddress(posterUrl, PLAYER_POSTER_WIDTH, "webp"),
    fallbackUrl: request.hasFallback ? channelPageUrl(id, query, "fallback") : null,
    follow,
  };
  switch (source.kind) {
    case "ingest": {
      const playlist = channelPlaylist(id);
      const isContinuous = channel.fallback?.kind === "linear";
      return channelPlayerPage(deps, {
        ...settings,
        streamOrigins: [],
        source: isContinuous
          ? { kind: "linear", playlist, guide: `/live/${id}/guide`, broadcasts: `/live/${id}` }
          : { kind: "hls", playlist, broadcasts: `/live/${id}` },
      });
    }
    case "linear":
      return linearPage(request, source, settings);
    case "hls": {
      const hosts = (source.hosts ?? []).map((host) => `https://${host}`);
      return channelPlayerPage(deps, {
        ...settings,
        streamOrigins: [new URL(source.url).origin, ...hosts],
        source: { kind: "hls", playlist: source.url },
      });
    }
    case "youtube": {
      const { videoId, channelId = "" } = source;
      const target = videoId === undefined ? { channelId } : { videoId };
      const title = channel.name[query.language];
      return youtubePage(deps, { ...settings, target, title, isChannel: true });
    }
    case "iframe":
    case "script": {
      const isOnSibling = isOnEmbedOrigin(request.url, deps.config);
      return providerPage(deps, { ...settings, source, isOnEmbedOrigin: isOnSibling });
    }
  }
}

/** A lineup channel. A preview may use a lineup that no channel plays yet: it shows the first clip. */
function linearPage(
  { deps, publishedChannels, id, channel, query }: RequestedChannel,
  source: LinearSource,
  settings: Omit<ChannelPageSettings, "source" | "streamOrigins">,
): EmbedReply {
  const path =
    query.preview === null
      ? linearPath(id, channel, source)
      : playedPath(publishedChannels, source);
  if (path !== null) {
    return channelPlayerPage(deps, {
      ...settings,
      streamOrigins: [],
      source: { kind: "linear", playlist: `${path}/index.m3u8`, guide: `${path}/guide` },
    });
  }
  const clip = firstClip(deps, source);
  return clip ? clipPage(deps, clip, query) : notFoundPage(deps, query.language);
}

/** Path of a lineup on any channel that plays it. */
function playedPath(channels: Ministry["channels"], { lineupId }: LinearSource): string | null {
  const all = Object.entries(channels).flatMap(([id, each]) => linearProgrammes(id, each));
  return all.find((programme) => programme.lineupId === lineupId)?.path ?? null;
}

function firstClip({ library }: EmbedDeps, { lineupId }: LinearSource): LibraryClip | undefined {
  const [first = ""] = library.lineups[lineupId] ?? [];
  return library.clips.get(first);
}

/** Players on our pages and previews do not follow changes of the channel: the page does. */
function liveUpdatesOf({ deps, id, query }: RequestedChannel): ChannelFollow | null {
  if (query.followed || query.preview !== null) return null;
  return {
    channelId: id,
    source: sourceFingerprint(deps.activeSource(id).source),
    pageUrl: channelPageUrl(id, query, "primary"),
  };
}
