const CHANNEL_NAME = "reign-tv-player";

/**
 * Lets only one player play at a time, across all frames and tabs of the site. A player that the
 * visitor starts announces itself, and all others pause; a silent preview does not. Browsers
 * without BroadcastChannel (Safari before 15.4) go without. @param onTaken another player has
 * started. @returns a function that announces this player's start.
 */
export function joinExclusivePlayback(onTaken: () => void): () => void {
  if (!("BroadcastChannel" in window)) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener("message", onTaken);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it has no target but ours
  return () => channel.postMessage("playing");
}
