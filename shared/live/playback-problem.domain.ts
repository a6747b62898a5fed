/**
 * Reason for a live player without an image, as far as the device can tell: no connection, no
 * response from our server, no stream, or a slow one.
 */
export type PlaybackProblem = "offline" | "server" | "source" | "slow";

/** Maximum time without an image until a message. */
export const LIVE_WORDS_LIMIT_MS = 8_000;
/** Time without an image until the first check. */
export const TROUBLE_LOOK_AFTER_MS = 4_500;
/** Data must arrive in this last part of the delay; earlier data says nothing about now. */
export const ARRIVAL_WINDOW_MS = 3_000;
/** Timeout of the check of our server. */
export const PROBE_LIMIT_MS = 2_500;
/** Interval of further checks while the message is shown. */
export const TROUBLE_LOOK_AGAIN_MS = 5_000;

/** Time until a message over a provider's player, which continues to load. */
export const PROVIDER_WORDS_AFTER_MS = 7_000;

type LiveFacts = {
  /** Data of the stream or of the player arrived since the image stopped. */
  arrives: boolean;
  /** Our server responded just now. */
  serverAnswers: boolean;
  /** `navigator.onLine`; only used without a response, because it is often wrong. */
  isOnline: boolean;
};

/** Returns the problem. A device that reaches our server is never called offline. */
export function liveTrouble({ arrives, serverAnswers, isOnline }: LiveFacts): PlaybackProblem {
  if (arrives) return "slow";
  if (serverAnswers) return "source";
  return isOnline ? "server" : "offline";
}
