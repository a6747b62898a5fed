import type { SpeechRequest } from "#shared/contracts/speech.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { plainText } from "#shared/devotional/devotional-text.domain.ts";
import type { Language } from "#shared/languages.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import type { Site } from "#web/lib/site.ts";

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
