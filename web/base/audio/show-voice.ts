import {
  beginListening,
  endListening,
  type ListenControls,
  updateListening,
} from "./now-listening.ts";

/**
 * Shows a playing element of a page, such as an online voice, in the audio bar, until its end.
 *
 * @param stop ends it
 */
export function showVoice(
  audio: HTMLAudioElement,
  { key, title }: { key: string; title: string },
  stop: AbortController,
): void {
  const controls: ListenControls = {
    play: () => void audio.play(),
    pause: () => audio.pause(),
    stop: () => stop.abort(),
    seek(seconds) {
      audio.currentTime = Math.max(0, seconds);
    },
  };
  beginListening({ key, kind: "voice", title, poster: null }, controls, { status: "playing" });
  const end = () => endListening(controls);
  audio.addEventListener("playing", () => updateListening(controls, { status: "playing" }));
  audio.addEventListener("pause", () => updateListening(controls, { status: "paused" }));
  audio.addEventListener("timeupdate", () => {
    const { currentTime, duration } = audio;
    if (!Number.isFinite(duration)) return;
    updateListening(controls, { position: Math.floor(currentTime), duration });
  });
  audio.addEventListener("ended", end);
  audio.addEventListener("error", end);
  stop.signal.addEventListener("abort", end);
}
