const CHANNEL_NAME = "reign-tv-player";

/**
 * Only one player plays at a time, across all frames and tabs of the site: who starts by the
 * visitor's will says so, and everybody else pauses. A silent preview that started by itself says
 * nothing. Browsers without BroadcastChannel (Safari before 15.4) go without.
 *
 * @param onTaken another player has started.
 * @returns a function that tells the others that this player has started.
 */
export function joinExclusivePlayback(onTaken: () => void): () => void {
  if (!("BroadcastChannel" in window)) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener("message", onTaken);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it has no target but ours
  return () => channel.postMessage("playing");
}
