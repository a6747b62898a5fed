import { VIDEO_QUALITY_HINT } from "#shared/constants.ts";

/** 240p, in the words of the platform. */
const SAVING_QUALITY_HINT = "small";

type YoutubeAddressOptions = {
  /** Player address, perhaps with parameters of its own. */
  playerUrl: string;
  /** Origin of the page that holds the frame; the player answers nobody else. */
  origin: string;
  language: string;
  startSeconds: number;
  isMuted: boolean;
  shouldAutoplay: boolean;
  savesData?: boolean;
};

/** Address of the platform's player for one video, with all its parameters (S7.19). */
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
