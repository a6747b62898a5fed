import { linearPath, linearProgrammes, sourceFingerprint } from "#server/live/active-source.ts";
import type { LibraryClip } from "#server/media/library.ts";
import type { ChannelFollow } from "#shared/embed/embed-config.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { type RequestedChannel, channelAddress } from "./requested-channel.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { isOnEmbedOrigin } from "./embed-origin.ts";
import { notFoundPage, offAirPage } from "./notice-pages.ts";
import { channelPlayerPage, type ChannelPageSettings, clipPage } from "./player-page.ts";
import { providerPage } from "./provider-page.ts";
import { youtubePage } from "./youtube-page.ts";

const POSTER_WIDTH = 960;

type LinearSource = Extract<ChannelSource, { kind: "linear" }>;

/** The player page of a channel for the kind of its source; an off-air page without a source. */
export function channelPage(request: RequestedChannel): EmbedReply {
  const { deps, id, channel, query, source } = request;
  const follow = liveUpdatesOf(request);
  if (source === null)
    return offAirPage(deps, { query, follow, title: channel.name[query.language] });
  const picture = Object.hasOwn(deps.channelPosters, id) ? deps.channelPosters[id] : undefined;
  const settings: Omit<ChannelPageSettings, "source" | "streamOrigins"> = {
    id,
    query,
    poster: picture === undefined ? null : pictureAddress(picture, POSTER_WIDTH, "webp"),
    fallbackUrl: request.hasFallback ? channelAddress(id, query, "fallback") : null,
    follow,
  };
  switch (source.kind) {
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
    pageUrl: channelAddress(id, query, "primary"),
  };
}
