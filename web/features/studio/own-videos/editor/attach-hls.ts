import { Events, Hls } from "hls.js/light";

const AHEAD_S = 20;

/**
 * Plays a playlist in a video element.
 *
 * @param onFail called when it cannot be played
 * @returns a function that frees everything
 */
export function attachHls(
  video: HTMLVideoElement,
  playlist: string,
  onFail: () => void,
): () => void {
  if (!Hls.isSupported()) {
    // Apple's browsers play it themselves.
    video.src = playlist;
    video.addEventListener("error", onFail, { once: true });
    return () => video.removeEventListener("error", onFail);
  }
  const hls = new Hls({ enableWorker: false, maxBufferLength: AHEAD_S, backBufferLength: AHEAD_S });
  hls.on(Events.ERROR, (_event, { fatal }) => {
    if (!fatal) return;
    hls.destroy();
    onFail();
  });
  hls.loadSource(playlist);
  hls.attachMedia(video);
  return () => hls.destroy();
}
