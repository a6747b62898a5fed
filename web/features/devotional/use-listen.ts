import { useEffect, useRef, useState } from "react";
import { type DataEstimate, voiceEstimate } from "#shared/device/data-estimate.domain.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { plainParagraphs } from "#shared/devotional/devotional-text.domain.ts";
import { useSite } from "#web/lib/site.ts";
import { useScreenOn } from "#web/base/speech/use-screen-on.ts";
import { useSpeech } from "#web/base/speech/use-speech.ts";
import { fetchSpeech, type SpeechSubject } from "./speech-audio.data.ts";
import { useVoiceKey } from "./use-voice-key.ts";

export type ListenState = "idle" | "preparing" | "speaking" | "no-voices";

type Options = {
  entry: DevotionalEntry;
  subject: SpeechSubject;
  /** The ministry's server has a key of its own for speech. */
  hasServerVoice: boolean;
};

/**
 * Reads a devotional aloud: title, verse, content. With a key it uses the provider's voice, else,
 * and when the provider fails, the device's. Leaving the page or selecting another day stops it.
 */
export function useListen({ entry, subject, hasServerVoice }: Options): {
  state: ListenState;
  /** Data estimate of a network voice; null for the device's voice, which uses no data. */
  price: DataEstimate | null;
  start: () => void;
  stop: () => void;
} {
  const site = useSite();
  const voiceKey = useVoiceKey();
  const identity = `${entry.title}\n${entry.content}`;
  const { state: speech, speaker } = useSpeech(identity);
  const [audioState, setAudioState] = useState<"idle" | "preparing" | "speaking">("idle");
  const running = useRef<AbortController | null>(null);
  useScreenOn(audioState === "speaking");

  useEffect(() => {
    const hush = () => running.current?.abort();
    window.addEventListener("pagehide", hush);
    return () => {
      window.removeEventListener("pagehide", hush);
      hush();
    };
  }, [identity]);

  function readWithDevice(): void {
    const texts = [entry.title, entry.verse, ...plainParagraphs(entry.content)];
    speaker.read({ texts, language: site.language });
  }

  async function readWithProvider(turn: AbortController): Promise<void> {
    setAudioState("preparing");
    const { signal } = turn;
    const key = await voiceKey.read();
    if (signal.aborted) return;
    if (key === null && !hasServerVoice) {
      setAudioState("idle");
      readWithDevice();
      return;
    }
    const blob = await fetchSpeech(site, { subject, language: site.language, key, signal });
    if (signal.aborted) return;
    const isPlayed =
      blob !== null && (await playAudio(blob, turn, () => setAudioState("speaking")));
    if (signal.aborted) return;
    setAudioState("idle");
    if (!isPlayed) readWithDevice();
  }

  const isOfNetwork = typeof voiceKey.key === "string" || hasServerVoice;

  function stop(): void {
    running.current?.abort();
    setAudioState("idle");
    speaker.stop();
  }

  function start(): void {
    stop();
    if (!isOfNetwork) {
      readWithDevice();
      return;
    }
    const turn = new AbortController();
    running.current = turn;
    // Aborted by leaving the day: the button's state belongs to the next one.
    turn.signal.addEventListener("abort", () => setAudioState("idle"));
    void readWithProvider(turn);
  }

  const price = isOfNetwork ? voiceEstimate(identity) : null;
  return { price, state: joinedState(audioState, speech.status), start, stop };
}

function joinedState(
  audio: "idle" | "preparing" | "speaking",
  speech: "idle" | "speaking" | "paused" | "no-voices",
): ListenState {
  if (audio !== "idle") return audio;
  return speech === "paused" ? "idle" : speech;
}

/** Plays to the end or until stopped. Returns false when the browser cannot or may not play it. */
export async function playAudio(
  blob: Blob,
  turn: AbortController,
  onPlaying: () => void,
): Promise<boolean> {
  const address = URL.createObjectURL(blob);
  const audio = new Audio(address);
  const isOver = new Promise<boolean>((resolve) => {
    audio.addEventListener("ended", () => resolve(true));
    audio.addEventListener("error", () => resolve(false));
    turn.signal.addEventListener("abort", () => resolve(true));
  });
  try {
    await audio.play();
    // Stopped just before it began.
    if (!turn.signal.aborted) onPlaying();
    return await isOver;
  } catch {
    return false;
  } finally {
    audio.pause();
    URL.revokeObjectURL(address);
  }
}
