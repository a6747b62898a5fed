import type { Config } from "#server/settings/config.ts";
import type { ContentPolicy } from "#server/http/security-headers.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { ActiveSource } from "#server/live/active-source.ts";
import type { Channels } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { HtmlString } from "#server/kit/html-page.ts";
import type { EmbedAssets } from "./embed-page.ts";

/** What embed pages are made from. */
export type EmbedDeps = {
  ministry: Ministry;
  config: Pick<Config, "siteUrl" | "EMBED_ORIGIN" | "EMBED_PARENTS" | "YOUTUBE_EMBED_BASE">;
  library: MediaLibrary;
  /** Picture of each channel, without width. */
  channelPosters: Channels<string>;
  /** What each channel plays. */
  onAir: ActiveSource;
  /** The ministry with what a preview's token stands for; null when that is over. */
  previewedMinistry: (token: string) => Promise<Ministry | null>;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  assets: EmbedAssets;
};

/** An embed page and what it may do. */
export type EmbedReply = {
  document: HtmlString;
  policy: ContentPolicy;
  /** Who besides us may play by itself and go full screen; "*" for a frame without origin. */
  playerOrigins?: readonly string[] | "*";
};
