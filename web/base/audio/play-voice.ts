import {
  beginListening,
  endListening,
  type Heard,
  stopListening,
  updateListening,
} from "./now-listening.ts";

/** What a voice reads, as the audio bar shows it. */
export type Voice = Pick<Heard, "key" | "title" | "language">;

/**
 * Loads a voice and plays it in the audio bar to its end, on whichever page. Call it inside a tap.
 *
 * @param load returns null without a voice.
 * @returns false when there is none, or the browser cannot or may not play it; true also when it was stopped.
 */
export async function playVoice(
  voice: Voice,
  load: (signal: AbortSignal) => Promise<Blob | null>,
): Promise<boolean> {
  const stop = new AbortController();
  const audio = new Audio();
  const controls = {
    play: () => void audio.play(),
    pause: () => (audio.src === "" ? stopListening() : audio.pause()),
    stop: () => stop.abort(),
    seek(seconds: number) {
      audio.currentTime = Math.max(0, seconds);
    },
  };
  audio.addEventListener("playing", () => updateListening(controls, { status: "playing" }));
  audio.addEventListener("pause", () => updateListening(controls, { status: "paused" }));
  audio.addEventListener("timeupdate", () => {
    const { currentTime, duration } = audio;
    if (!Number.isFinite(duration)) return;
    updateListening(controls, { position: Math.floor(currentTime), duration });
  });
  beginListening({ ...voice, kind: "voice", poster: null }, controls);
  const blob = await load(stop.signal);
  if (stop.signal.aborted) return true;
  const isPlayed = blob !== null && (await playAudio(audio, blob, stop.signal));
  if (isPlayed) endListening(controls);
  return isPlayed;
}

/** Plays to the end or until stopped. Returns false when the browser cannot or may not play it. */
export async function playAudio(
  audio: HTMLAudioElement,
  blob: Blob,
  stop: AbortSignal,
): Promise<boolean> {
  const address = URL.createObjectURL(blob);
  audio.src = address;
  const isOver = new Promise<boolean>((resolve) => {
    audio.addEventListener("ended", () => resolve(true));
    audio.addEventListener("error", () => resolve(false));
    stop.addEventListener("abort", () => resolve(true));
  });
  try {
    await audio.play();
    return await isOver;
  } catch {
    // A stop before the first sound ends the play, too.
    return stop.aborted;
  } finally {
    audio.pause();
    URL.revokeObjectURL(address);
  }
}
