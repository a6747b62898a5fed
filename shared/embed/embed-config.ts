import type { ChannelId } from "#shared/live/channels.ts";
import type { Language } from "#shared/languages.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import type { CaptionTrack } from "#shared/contracts/programme-guide.ts";

/**
 * JSON that the server writes into an embed page for its script. Server and page are of one build,
 * so these are types without schemas.
 */

/** Id of the script element with the settings. */
export const EMBED_CONFIG_ID = "embed-config";

type CommonConfig = {
  language: Language;
  texts: EmbedTexts;
  /** Origins that may send commands and receive messages, without the page's own. */
  parentOrigins: readonly string[];
  title: string;
  isMuted: boolean;
  shouldAutoplay: boolean;
  /** The visitor requested this player: the data saver does not hold it back. */
  isAskedFor: boolean;
  /** Whether data is saved; null: the player decides by the connection. */
  savesData: boolean | null;
  /** For a channel's page without a page around it: it reloads when its source changes. */
  follow: ChannelFollow | null;
};

/** Lets a channel's page notice a new source. */
export type ChannelFollow = {
  channelId: ChannelId;
  /** Fingerprint of this page's source, as in `/api/live`. */
  source: string;
  /** URL of this page. */
  pageUrl: string;
};

export type PlayerSource =
  /**
   * Our own linear channel: its playlist and programme guide. `broadcasts`: path of a channel that
   * takes broadcasts, below which are `broadcast` and `window.m3u8`.
   */
  | { kind: "linear"; playlist: string; guide: string; broadcasts?: string }
  /** A live HLS stream: external, or our own broadcasts. */
  | { kind: "hls"; playlist: string; broadcasts?: string }
  /** A clip of the library as one file, and the URL that counts its plays. */
  | {
      kind: "file";
      url: string;
      /** A larger rendition for wide screens, if any. */
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
  /** The page around the player has the title and buttons for picture-in-picture and fullscreen. */
  isInCard: boolean;
  /** The page around the player has the title and the current programme. */
  isNamed: boolean;
  startSeconds: number;
  /** Page to open when the source fails. */
  fallbackUrl: string | null;
  /** The channel whose failed source this page replaces. */
  failedChannel: { channelId: ChannelId; pageUrl: string } | null;
};

/** Settings of the YouTube page. */
export type YoutubeConfig = CommonConfig & {
  /** URL of the player without parameters. */
  playerUrl: string;
  startSeconds: number;
  /** Page of the video on the platform; opens in a new tab. */
  watchUrl: string;
  /** For a channel: shows playback problems sooner. */
  isLive: boolean;
  /** For a channel: requires the visitor's consent to the platform. */
  needsConsent: boolean;
  fallbackUrl: string | null;
};

/** Settings of a page with an external player. */
export type ForeignConfig = CommonConfig & {
  /** The provider's frame, or our page with the provider's script. */
  frameUrl: string;
  /** "script": the frame reports when its player has appeared. */
  frameKind: "iframe" | "script";
  sandbox: string | null;
  allow: string;
  /** Host to name before anything is loaded from it. */
  host: string;
  needsConsent: boolean;
  poster: string | null;
  fallbackUrl: string | null;
};

/** Settings of the page of an off-air channel. */
export type OffAirConfig = Pick<CommonConfig, "parentOrigins" | "follow"> & {
  /** BCP 47; formats the next service in the visitor's time zone. */
  locale: string;
};

/** Settings of the page that loads our own player as a script. */
export type ScriptLoaderConfig = Pick<CommonConfig, "texts" | "parentOrigins">;
