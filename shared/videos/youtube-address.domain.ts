import { VIDEO_QUALITY_HINT } from "#shared/constants.ts";

/** The platform's name for 240p. */
const SAVING_QUALITY_HINT = "small";

type YoutubeAddressOptions = {
  /** URL of the player, optionally with parameters. */
  playerUrl: string;
  /** Origin of the page with the frame; the player responds to no other origin. */
  origin: string;
  language: string;
  startSeconds: number;
  isMuted: boolean;
  shouldAutoplay: boolean;
  savesData?: boolean;
};

/** Returns the URL of the platform's player for one video, with all parameters (S7.19). */
export function youtubeAddress(options: YoutubeAddressOptions): string {
  const url = new URL(options.playerUrl);
  const parameters = {
    autoplay: options.shouldAutoplay ? "1" : "0",
    mute: options.isMuted ? "1" : "0",
    playsinline: "1",
    rel: "0",
    enablejsapi: "1",
    origin: options.origin,
    hl: options.language,
    cc_lang_pref: options.language,
    cc_load_policy: "1",
    start: String(options.startSeconds),
    vq: options.savesData ? SAVING_QUALITY_HINT : VIDEO_QUALITY_HINT,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
