import { linearPath, linearProgrammes, sourceFingerprint } from "#server/live/active-source.ts";
import type { LibraryClip } from "#server/media/library.ts";
import type { ChannelFollow } from "#shared/embed/embed-config.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { type AskedChannel, channelAddress } from "./requested-channel.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { isOnEmbedOrigin } from "./embed-origin.ts";
import { notFoundPage, offAirPage } from "./notice-pages.ts";
import { channelPlayerPage, type ChannelPageSettings, clipPage } from "./player-page.ts";
import { providerPage } from "./provider-page.ts";
import { youtubePage } from "./youtube-page.ts";

const POSTER_WIDTH = 960;

type LinearSource = Extract<ChannelSource, { kind: "linear" }>;

/** The page of a channel's player, by the kind of what it plays; off the air, a card. */
export function channelPage(asked: AskedChannel): EmbedReply {
  const { deps, id, channel, query, source } = asked;
  const follow = followOf(asked);
  if (source === null)
    return offAirPage(deps, { query, follow, title: channel.name[query.language] });
  const picture = Object.hasOwn(deps.channelPosters, id) ? deps.channelPosters[id] : undefined;
  const settings: Omit<ChannelPageSettings, "source" | "streamOrigins"> = {
    id,
    query,
    poster: picture === undefined ? null : pictureAddress(picture, POSTER_WIDTH, "webp"),
    fallbackUrl: asked.hasFallback ? channelAddress(id, query, "fallback") : null,
    follow,
  };
  switch (source.kind) {
    case "linear":
      return linearPage(asked, source, settings);
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
      const isOnSibling = isOnEmbedOrigin(asked.url, deps.config);
      return providerPage(deps, { ...settings, source, isOnEmbedOrigin: isOnSibling });
    }
  }
}

/** A channel of our own. What is only tried may be one that nothing plays yet: its first clip stands for it. */
function linearPage(
  { deps, inForce, id, channel, query }: AskedChannel,
  source: LinearSource,
  settings: Omit<ChannelPageSettings, "source" | "streamOrigins">,
): EmbedReply {
  const path =
    query.preview === null ? linearPath(id, channel, source) : playedPath(inForce, source);
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

/** Where a line-up is played now, on whichever channel. */
function playedPath(channels: Ministry["channels"], { lineupId }: LinearSource): string | null {
  const all = Object.entries(channels).flatMap(([id, each]) => linearProgrammes(id, each));
  return all.find((programme) => programme.lineupId === lineupId)?.path ?? null;
}

function firstClip({ library }: EmbedDeps, { lineupId }: LinearSource): LibraryClip | undefined {
  const [first = ""] = library.lineups[lineupId] ?? [];
  return library.clips.get(first);
}

/** A page of ours around the player, and a preview, need nobody who follows. */
function followOf({ deps, id, query }: AskedChannel): ChannelFollow | null {
  if (query.followed || query.preview !== null) return null;
  return {
    channelId: id,
    source: sourceFingerprint(deps.onAir(id).source),
    pageUrl: channelAddress(id, query, "primary"),
  };
}
