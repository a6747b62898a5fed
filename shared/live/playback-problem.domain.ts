/**
 * Why a live player shows no picture, as far as it can be told from the device: no connection, our
 * server does not answer, the stream does not come, or it comes too slowly.
 */
export type PlaybackProblem = "offline" | "server" | "source" | "slow";

/** A player without a picture says why within this time. */
export const LIVE_WORDS_LIMIT_MS = 8_000;
/** How long nothing may be seen before somebody looks for the reason. */
export const TROUBLE_LOOK_AFTER_MS = 4_500;
/** Something has to arrive in this last part of the wait: what came before it says nothing of now. */
export const ARRIVAL_WINDOW_MS = 3_000;
/** How long our server may take to answer that look. */
export const PROBE_LIMIT_MS = 2_500;
/** How often it is looked again while the words stand: they follow the truth. */
export const TROUBLE_LOOK_AGAIN_MS = 5_000;

/** How long a provider's player may take before words stand over it; it goes on loading. */
export const PROVIDER_WORDS_AFTER_MS = 7_000;

type LiveFacts = {
  /** Parts of the stream, or of the player, have come since the picture stopped. */
  arrives: boolean;
  /** Our server has answered just now. */
  serverAnswers: boolean;
  /** What the device believes; only asked where nobody answers, because it is often wrong. */
  isOnline: boolean;
};

/** Names the trouble. Nobody who reaches our server is told to be offline. */
export function liveTrouble({ arrives, serverAnswers, isOnline }: LiveFacts): PlaybackProblem {
  if (arrives) return "slow";
  if (serverAnswers) return "source";
  return isOnline ? "server" : "offline";
}
