import type { SpeechRequest } from "#shared/contracts/speech.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { plainText, plainParagraphs } from "#shared/devotional/devotional-text.domain.ts";
import type { Language } from "#shared/languages.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import { type Site, useSite } from "#web/lib/site.ts";
import { type DataEstimate, voiceEstimate } from "#shared/device/data-estimate.domain.ts";
import { type HeardStatus, stopListening, useHeard } from "#web/base/audio/now-listening.ts";
import { playVoice } from "#web/base/audio/play-voice.ts";
import { readAloud } from "#web/base/speech/read-aloud.ts";
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
 * Reads a devotional aloud in the audio bar: title, verse, content. With a key it uses the provider's voice, else, and
 * when the provider fails, the device's.
 */
export function useListen({ entry, subject, hasServerVoice }: Options): {
  state: ListenState;
  /** Data estimate of a network voice; null for the device's voice, which uses no data. */
  price: DataEstimate | null;
  start: () => void;
  stop: () => void;
} {
  const site = useSite();
  const { language } = site;
  const voiceKey = useVoiceKey();
  const key = `${entry.title}\n${entry.content}`;
  const heard = useHeard(key);
  const voice = { key, title: entry.title };

  function readWithDevice(): void {
    const texts = [entry.title, entry.verse, ...plainParagraphs(entry.content)];
    readAloud(voice, { texts, language });
  }

  async function load(signal: AbortSignal): Promise<Blob | null> {
    const ownKey = await voiceKey.read();
    if (signal.aborted || (ownKey === null && !hasServerVoice)) return null;
    return fetchSpeech(site, { subject, language, key: ownKey, signal });
  }

  async function readWithProvider(): Promise<void> {
    if (!(await playVoice(voice, load))) readWithDevice();
  }

  const isOfNetwork = typeof voiceKey.key === "string" || hasServerVoice;
  return {
    price: isOfNetwork ? voiceEstimate(key) : null,
    state: stateOf(heard?.status),
    start: () => (isOfNetwork ? void readWithProvider() : readWithDevice()),
    stop: stopListening,
  };
}

function stateOf(status: HeardStatus | undefined): ListenState {
  if (status === undefined) return "idle";
  if (status === "no-voices") return status;
  return status === "loading" ? "preparing" : "speaking";
}
