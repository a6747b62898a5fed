/** Result of a start: with sound, muted as the browser requires, or blocked. */
export type StartResult = "sound" | "muted" | "blocked";

/**
 * Starts playback as the browser allows: with sound, else muted, else not at all. A load that fails
 * in the meantime counts as allowed. @param wantsSound false starts muted at once.
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
