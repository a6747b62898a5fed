import type { SpeechRequest } from "#shared/contracts/speech.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { plainText, plainParagraphs } from "#shared/devotional/devotional-text.domain.ts";
import type { Language } from "#shared/languages.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import { type Site, useSite } from "#web/lib/site.ts";
import { useEffect, useRef, useState } from "react";
import { type DataEstimate, voiceEstimate } from "#shared/device/data-estimate.domain.ts";
import { showVoice } from "#web/base/audio/show-voice.ts";
import { useScreenOn, useSpeech } from "#web/base/speech/use-speech.ts";
import { useVoiceKey } from "./voice-key.data.ts";

/** Text to speak: a devotional of the server, one of this device, or a sentence. */
export type SpeechSubject =
  | { kind: "devotional"; /** Day of the grid, or a date. */ day: number | string }
  | { kind: "own"; entry: DevotionalEntry }
  | { kind: "test" };

type Request = {
  subject: SpeechSubject;
  language: Language;
  /** The reader's own key of the provider. */
  key: string | null;
  signal: AbortSignal;
};

/**
 * Fetches the speech provider's audio through our own function. Null on any failure: the device's
 * voice reads then.
 */
export async function fetchSpeech(
  { backendUrl, publishableKey }: Pick<Site, "backendUrl" | "publishableKey">,
  { subject, language, key, signal }: Request,
): Promise<Blob | null> {
  try {
    const response = await browserFetch(`${backendUrl}/functions/v1/tts`, {
      method: "POST",
      headers: {
        accept: "audio/mpeg",
        "content-type": "application/json",
        apikey: publishableKey,
        ...(key !== null && { "x-speech-key": key }),
      },
      body: JSON.stringify(requestBody(subject, language)),
      signal,
    });
    const isAudio = response.headers.get("content-type")?.startsWith("audio/") === true;
    return response.ok && isAudio ? await response.blob() : null;
  } catch {
    return null;
  }
}

function requestBody(subject: SpeechSubject, language: Language): SpeechRequest {
  if (subject.kind !== "own") return { ...subject, language };
  const { title, verse, content } = subject.entry;
  return { kind: "text", text: [title, verse, plainText(content)].join("\n\n"), language };
}

type ListenState = "idle" | "preparing" | "speaking" | "no-voices";

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
  const { state: speech, speaker } = useSpeech(identity, entry.title);
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
      blob !== null &&
      (await playAudio(blob, turn, (audio) => {
        setAudioState("speaking");
        showVoice(audio, { key: identity, title: entry.title }, turn);
      }));
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
  onPlaying: (audio: HTMLAudioElement) => void,
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
    if (!turn.signal.aborted) onPlaying(audio);
    return await isOver;
  } catch {
    return false;
  } finally {
    audio.pause();
    URL.revokeObjectURL(address);
  }
}
