import { captionUrl, clipFileUrl, clipPosterUrl, clipViewsUrl } from "#server/media/media-urls.ts";
import type { LibraryClip } from "#server/media/library.ts";
import { type ChannelId, channelNamed, firstChannel } from "#shared/live/channels.ts";
import type { PlayerConfig, PlayerSource } from "#shared/embed/embed-config.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import { OWN_MEDIA_PATH, type OwnVideoFacts, ownMediaUrl } from "#shared/contracts/own-videos.ts";
import { ownCaptions } from "#server/own-videos/own-captions.ts";
import { type EmbedDeps, type EmbedReply, type EmbedEntry, embedDocument } from "./embed-page.ts";
import { parentOrigins, playerPolicy } from "./embed-policy.ts";
import { channelPageUrl, type EmbedQuery } from "./embed-query.ts";
import { mountElement } from "./script-page.ts";

const PLAYER_ENTRY = "web/embed/player.ts";
const LOADER_ENTRY = "web/embed/script-loader.ts";
type PageSettings = {
  query: EmbedQuery;
  title: string;
  source: PlayerSource;
  poster: string | null;
  streamOrigins?: readonly string[];
  style?: "embedded" | "script";
  fallbackUrl?: string | null;
  follow?: PlayerConfig["follow"];
  failedChannel?: PlayerConfig["failedChannel"];
};

export type ChannelPageSettings = {
  id: ChannelId;
  query: EmbedQuery;
  source: PlayerSource;
  poster: string | null;
  /** Origins of an external stream. */
  streamOrigins: readonly string[];
  /** Page of the fallback source. */
  fallbackUrl: string | null;
  follow: PlayerConfig["follow"];
};

/** A channel in our player. */
export function channelPlayerPage(
  deps: EmbedDeps,
  { id, query, ...rest }: ChannelPageSettings,
): EmbedReply {
  const isFallback = query.source === "fallback";
  const { channels } = deps.ministry();
  return playerPage(deps, {
    ...rest,
    query,
    title: channelNamed(channels, id).name[query.language],
    // S2.50, S2.51: the first stream is an embedded player that links to Live TV; the other loads by a player script.
    style: id === firstChannel(channels) ? "embedded" : "script",
    failedChannel: isFallback
      ? { channelId: id, pageUrl: channelPageUrl(id, query, "primary") }
      : null,
  });
}

/** A clip of the library in our player: in its smallest size while data is saved. */
export function clipPage(deps: EmbedDeps, clip: LibraryClip, query: EmbedQuery): EmbedReply {
  const saver = query.saver === true ? clip.tiny : undefined;
  return playerPage(deps, {
    query,
    title: clip.title,
    poster: clipPosterUrl(clip),
    source: {
      kind: "file",
      url: clipFileUrl(clip, saver ? "tiny" : "small"),
      large: clip.large ? { url: clipFileUrl(clip, "large"), bytes: clip.large.bytes } : null,
      viewsUrl: clipViewsUrl(clip),
      durationSeconds: clip.durationSeconds,
      bytes: (saver ?? clip).bytes,
      captions: clip.captions.map((track) => ({
        language: track.language,
        label: track.label,
        url: captionUrl(track),
      })),
    },
  });
}

/** An own video in our player: its small rendition, or its sound where there is no picture. */
export function ownVideoPage(deps: EmbedDeps, video: OwnVideoFacts, query: EmbedQuery): EmbedReply {
  const { title, files, seconds: durationSeconds } = video;
  const usesLow = query.saver === true && files.low !== null;
  const [name, bytes] = usesLow
    ? ["low.mp4", files.low]
    : video.hasPicture
      ? ["video.mp4", files.video]
      : ["sound.m4a", files.sound];
  return playerPage(deps, {
    query,
    title,
    poster: video.hasPoster ? clipPosterUrl(video) : null,
    source: {
      kind: "file",
      url: ownMediaUrl(video, name),
      large: null,
      viewsUrl: `${OWN_MEDIA_PATH}/${video.id}/views`,
      durationSeconds,
      bytes: bytes ?? 0,
      captions: ownCaptions(video),
    },
  });
}

function playerPage({ ministry, config, assets }: EmbedDeps, page: PageSettings): EmbedReply {
  const { query, title, source, poster, style = "embedded" } = page;
  const player = assets(PLAYER_ENTRY);
  const entry = style === "script" ? scriptLoaded(player, assets(LOADER_ENTRY)) : player;
  const settings: PlayerConfig = {
    language: query.language,
    texts: EMBED_TEXTS[query.language],
    parentOrigins: parentOrigins(config),
    title,
    artist: ministry().name,
    source,
    poster,
    isMuted: query.muted,
    shouldAutoplay: query.autoplay,
    isInCard: query.card,
    isNamed: query.card || query.named,
    isAskedFor: query.tap || source.kind === "file",
    savesData: query.saver,
    follow: page.follow ?? null,
    startSeconds: query.start,
    fallbackUrl: page.fallbackUrl ?? null,
    failedChannel: page.failedChannel ?? null,
  };
  return {
    policy: playerPolicy(config, page.streamOrigins ?? []),
    document: embedDocument({
      language: query.language,
      title,
      entry,
      config: settings,
      body: mountElement({
        className: "mount",
        data: { player: "", ...(style === "script" && { "player-script": player.js }) },
      }),
    }),
  };
}

/** The page's script is the loader, which loads the player's script; the styles load at once. */
function scriptLoaded(player: EmbedEntry, loader: EmbedEntry): EmbedEntry {
  return { ...loader, css: [...new Set([...player.css, ...loader.css])] };
}
