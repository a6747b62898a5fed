import type { Config } from "#server/settings/config.ts";
import type { ContentPolicy } from "#server/http/security-headers.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { ActiveSource } from "#server/live/active-source.ts";
import type { Channels } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { HtmlString } from "#server/kit/html-page.ts";
import type { EmbedAssets } from "./embed-page.ts";

export type EmbedDeps = {
  ministry: Ministry;
  config: Pick<Config, "siteUrl" | "EMBED_ORIGIN" | "EMBED_PARENTS" | "YOUTUBE_EMBED_BASE">;
  library: MediaLibrary;
  /** Poster URL of each channel, without width. */
  channelPosters: Channels<string>;
  /** Active source of each channel. */
  activeSource: ActiveSource;
  /** The ministry with a preview applied; null when the preview has expired. */
  previewedMinistry: (token: string) => Promise<Ministry | null>;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  assets: EmbedAssets;
};

/** An embed page with its policy. */
export type EmbedReply = {
  document: HtmlString;
  policy: ContentPolicy;
  /** Origins besides ours that may autoplay and go full screen; "*" for a frame without origin. */
  playerOrigins?: readonly string[] | "*";
};
