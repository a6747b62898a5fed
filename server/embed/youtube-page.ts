import { html } from "hono/html";
import type { YoutubeConfig } from "#shared/embed/embed-config.ts";
import { VIDEO_PLATFORM_HOST } from "#shared/constants.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { embedDocument } from "./embed-page.ts";
import { parentOrigins, providerPolicy } from "./embed-policy.ts";
import { type EmbedQuery, hasConsent } from "./embed-query.ts";

const YOUTUBE_ENTRY = "web/embed/youtube.ts";
const PLATFORM_URL = "https://www.youtube.com";

export type YoutubeTarget = { videoId: string } | { channelId: string };

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
 * A video of the platform in its privacy-enhanced player. The platform's script never runs here; messages
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
