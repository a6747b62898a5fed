/** How a start went: with sound, muted because the browser demands it, or not at all. */
export type StartResult = "sound" | "muted" | "blocked";

/**
 * Starts to play as the browser allows: with sound, else muted, else not at all. Resolves once it is
 * known; a load that fails meanwhile is not a refusal and counts as allowed.
 *
 * @param wantsSound false starts muted without asking.
 */
export async function startPlaying(
  video: HTMLVideoElement,
  wantsSound: boolean,
): Promise<StartResult> {
  video.muted = !wantsSound;
  if (await isAllowed(video)) return wantsSound ? "sound" : "muted";
  if (!wantsSound) return "blocked";
  video.muted = true;
  return (await isAllowed(video)) ? "muted" : "blocked";
}

async function isAllowed(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play();
    return true;
  } catch (error) {
    return !(error instanceof DOMException && error.name === "NotAllowedError");
  }
}
