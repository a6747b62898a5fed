import { html } from "hono/html";
import { PLAYER_FEATURES } from "#server/http/security-headers.ts";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import type { ForeignConfig, YoutubeConfig } from "#shared/embed/embed-config.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { type EmbedDeps, type EmbedReply, embedDocument } from "./embed-page.ts";
import { FRAME_SANDBOX, parentOrigins, providerPolicy, SCRIPT_SANDBOX } from "./embed-policy.ts";
import { type EmbedQuery, hasConsent } from "./embed-query.ts";
import { VIDEO_PLATFORM_HOST } from "#shared/constants.ts";

const PROVIDER_ENTRY = "web/embed/provider.ts";

type ProviderSource = Extract<ChannelSource, { kind: "iframe" | "script" }>;

type ProviderPageSettings = {
  id: ChannelId;
  query: EmbedQuery;
  source: ProviderSource;
  poster: string | null;
  fallbackUrl: string | null;
  follow: ForeignConfig["follow"];
  /** True on the embed origin, where a provider's script may keep its origin. */
  isOnEmbedOrigin: boolean;
};

/** Our page around a provider's player, which runs in a frame of its own (R-21). */
export function providerPage(
  { ministry, config, assets }: EmbedDeps,
  page: ProviderPageSettings,
): EmbedReply {
  const { id, query, source } = page;
  const name = channelNamed(ministry().channels, id).name[query.language];
  const frame = source.kind === "iframe" ? foreignFrame(source) : scriptFrame(page);
  const host = new URL(source.kind === "iframe" ? source.url : source.src).hostname;
  const settings: ForeignConfig = {
    language: query.language,
    texts: EMBED_TEXTS[query.language],
    parentOrigins: parentOrigins(config),
    title: name,
    isMuted: query.muted,
    shouldAutoplay: query.autoplay,
    isAskedFor: query.tap,
    savesData: query.saver,
    follow: page.follow,
    frameKind: source.kind,
    frameUrl: frame.url,
    sandbox: frame.sandbox,
    allow: PLAYER_FEATURES.map((feature) => `${feature} ${frame.allowedFor}`.trim()).join("; "),
    host,
    needsConsent: !hasConsent(query, host),
    poster: page.poster,
    fallbackUrl: page.fallbackUrl,
  };
  return {
    policy: providerPolicy(config, frame.sources, frame.probes),
    playerOrigins: frame.playerOrigins,
    document: embedDocument({
      language: query.language,
      title: name,
      entry: assets(PROVIDER_ENTRY),
      config: settings,
      body: html`<div class="mount" data-provider></div>`,
    }),
  };
}

type FrameSettings = {
  url: string;
  sandbox: string | null;
  /** Origins in the `allow` attribute; "" is the origin of the frame's URL. */
  allowedFor: "" | "*";
  sources: readonly string[];
  probes: readonly string[];
  playerOrigins: readonly string[] | "*";
};

function foreignFrame({ url, hosts }: Extract<ProviderSource, { kind: "iframe" }>): FrameSettings {
  const origins = [...new Set([new URL(url).origin, ...hosts.map((host) => `https://${host}`)])];
  return {
    url,
    sandbox: FRAME_SANDBOX.join(" "),
    allowedFor: "",
    sources: origins,
    probes: [new URL(url).origin],
    playerOrigins: origins,
  };
}

function scriptFrame({ id, query, isOnEmbedOrigin }: ProviderPageSettings): FrameSettings {
  const parameters = new URLSearchParams({
    ...(query.source === "fallback" && { source: query.source }),
    ...(query.preview !== null && { preview: query.preview }),
  });
  return {
    url: `/embed/script/${id}${parameters.size > 0 ? `?${parameters}` : ""}`,
    sandbox: isOnEmbedOrigin ? null : SCRIPT_SANDBOX.join(" "),
    // No origin name matches a frame without origin: only "*" permits autoplay and full screen.
    allowedFor: "*",
    sources: ["'self'"],
    probes: [],
    playerOrigins: "*",
  };
}

const YOUTUBE_ENTRY = "web/embed/youtube.ts";
const PLATFORM_URL = "https://www.youtube.com";

type YoutubeTarget = { videoId: string } | { channelId: string };

type YoutubePageSettings = {
  target: YoutubeTarget;
  query: EmbedQuery;
  title: string;
  /** True for a channel: the visitor did not choose this video, so the page asks for consent. */
  isChannel: boolean;
  fallbackUrl: string | null;
  follow: YoutubeConfig["follow"];
};

/**
 * A video of the platform in its privacy-enhanced player (R-21). The platform's script never runs here; messages
 * control the player.
 */
export function youtubePage({ config, assets }: EmbedDeps, page: YoutubePageSettings): EmbedReply {
  const { query, target } = page;
  const title = page.title === "" ? EMBED_TEXTS[query.language].player : page.title;
  const playerOrigin = new URL(config.YOUTUBE_EMBED_BASE).origin;
  const settings: YoutubeConfig = {
    language: query.language,
    texts: EMBED_TEXTS[query.language],
    parentOrigins: parentOrigins(config),
    title,
    isMuted: query.muted,
    shouldAutoplay: query.autoplay,
    isAskedFor: query.tap,
    savesData: query.saver,
    follow: page.follow,
    startSeconds: query.start,
    playerUrl: `${config.YOUTUBE_EMBED_BASE}${playerPath(target)}`,
    watchUrl: `${PLATFORM_URL}${watchPath(target)}`,
    isLive: page.isChannel,
    needsConsent: page.isChannel && !hasConsent(query, VIDEO_PLATFORM_HOST),
    fallbackUrl: page.fallbackUrl,
  };
  return {
    policy: providerPolicy(config, [playerOrigin]),
    playerOrigins: [playerOrigin],
    document: embedDocument({
      language: query.language,
      title,
      entry: assets(YOUTUBE_ENTRY),
      config: settings,
      body: html`<div class="mount" data-provider></div>
        <noscript
          ><a href="${settings.watchUrl}" target="_blank" rel="noopener noreferrer"
            >${EMBED_TEXTS[query.language].watchOnYouTube}</a
          ></noscript
        >`,
    }),
  };
}

function playerPath(target: YoutubeTarget): string {
  return "videoId" in target
    ? `/embed/${target.videoId}`
    : `/embed/live_stream?channel=${target.channelId}`;
}

function watchPath(target: YoutubeTarget): string {
  return "videoId" in target ? `/watch?v=${target.videoId}` : `/channel/${target.channelId}/live`;
}
