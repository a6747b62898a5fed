import type { ChannelId } from "#shared/live/channels.ts";
import type { Language } from "#shared/languages.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import type { CaptionTrack } from "#shared/contracts/programme-guide.ts";

/**
 * What the server writes into an embed page as `<script type="application/json">` and the script of
 * that page reads. Server and page come from one build, so these are types, not schemas.
 */

/** The element that holds an embed page's settings. */
export const EMBED_CONFIG_ID = "embed-config";

type CommonConfig = {
  language: Language;
  texts: EmbedTexts;
  /** Origins that may send commands and are told what happens; "self" is not in the list. */
  parentOrigins: readonly string[];
  title: string;
  isMuted: boolean;
  shouldAutoplay: boolean;
  /** The visitor has asked for this player: a data saver does not hold it back. */
  isAskedFor: boolean;
  /** Whether data is saved; null: the player finds out from the connection. */
  savesData: boolean | null;
  /** Set on a channel's page that nobody around looks after: it loads itself anew when its source changes. */
  follow: ChannelFollow | null;
};

/** What a channel's page needs to notice that the channel comes from another place now. */
export type ChannelFollow = {
  channelId: ChannelId;
  /** Name of what this page plays, as `/api/live` tells it. */
  source: string;
  /** The channel's page as it was asked for. */
  pageUrl: string;
};

export type PlayerSource =
  /** Our own linear channel: its playlist and programme guide. */
  | { kind: "linear"; playlist: string; guide: string }
  /** A live HLS stream elsewhere. */
  | { kind: "hls"; playlist: string }
  /** A clip of the library as one file, and where its views are counted. */
  | {
      kind: "file";
      url: string;
      /** The same film for wide screens, where there is one. */
      large: { url: string; bytes: number } | null;
      viewsUrl: string;
      captions: readonly CaptionTrack[];
      durationSeconds: number;
      bytes: number;
    };

/** Settings of our own player. */
export type PlayerConfig = CommonConfig & {
  source: PlayerSource;
  /** Name of the ministry, for the lock screen. */
  artist: string;
  poster: string | null;
  /** The page around names the stream, and has buttons for picture-in-picture and full screen. */
  isInCard: boolean;
  /** The page around names the stream and what is on. */
  isNamed: boolean;
  startSeconds: number;
  /** Page to go to when the source fails. */
  fallbackUrl: string | null;
  /** Set when this page stands in for a channel's source that failed. */
  standsInFor: { channelId: ChannelId; pageUrl: string } | null;
};

/** Settings of the YouTube page. */
export type YoutubeConfig = CommonConfig & {
  /** Address of the player without its parameters. */
  playerUrl: string;
  /** Parameters in addition to those that every player gets. */
  startSeconds: number;
  /** Where the video can be watched on the platform; opens in a new tab. */
  watchUrl: string;
  /** A channel, which says sooner why there is no picture. */
  isLive: boolean;
  /** Set on a channel's page: the visitor first has to let the platform in. */
  needsConsent: boolean;
  fallbackUrl: string | null;
};

/** Settings of a page around a foreign player. */
export type ForeignConfig = CommonConfig & {
  /** The provider's frame, or our own page with the provider's script. */
  frameUrl: string;
  /** "script": the frame tells by itself when its player has appeared. */
  frameKind: "iframe" | "script";
  sandbox: string | null;
  allow: string;
  /** Host that the visitor is told about before anything is loaded from it. */
  host: string;
  needsConsent: boolean;
  poster: string | null;
  fallbackUrl: string | null;
};

/** Settings of the page of a channel that is off the air. */
export type OffAirConfig = Pick<CommonConfig, "parentOrigins" | "follow"> & {
  /** BCP 47, for the hour of the next service in the visitor's own zone. */
  locale: string;
};

/** Settings of the page that loads our own player as a script. */
export type ScriptLoaderConfig = Pick<CommonConfig, "texts" | "parentOrigins">;
