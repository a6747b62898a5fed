import * as v from "valibot";
import { readBytes } from "@reign-tv/kit/outbound/bounded-fetch.ts";

/** The only request to the speech provider (S7.16). */

/** Below the host's limit of 30 s for a function. */
const PROVIDER_TIMEOUT_MS = 25_000;
const MAX_AUDIO_BYTES = 12 * 1024 * 1024;
/** Maximum characters per request. */
export const PROVIDER_MAX_CHARACTERS = 10_000;

const MODEL_ID = "eleven_multilingual_v2";
const VOICE_SETTINGS = {
  stability: 0.5,
  similarity_boost: 0.8,
  style: 0.3,
  use_speaker_boost: true,
} as const;

/** Settings that change the sound; part of the cache key. */
export const SPEECH_FINGERPRINT = JSON.stringify({ MODEL_ID, VOICE_SETTINGS });

/** Failures of the provider, with the status of our response. */
export const STATUS_BY_SPEECH_ERROR = {
  invalid_key: 401,
  quota_exceeded: 402,
  too_long: 413,
  rate_limited: 429,
  unavailable: 503,
} as const;

/** A request without audio. Its message never contains the key. */
export class SpeechError extends Error {
  readonly code: keyof typeof STATUS_BY_SPEECH_ERROR;

  constructor(code: keyof typeof STATUS_BY_SPEECH_ERROR, options: { cause?: unknown } = {}) {
    super(`The speech provider gave no audio: ${code}`, options);
    this.name = "SpeechError";
    this.code = code;
  }
}

type SpeechRequest = {
  readonly fetch: typeof globalThis.fetch;
  readonly apiBase: string;
  readonly voiceId: string;
  readonly key: string;
  readonly text: string;
};

const providerErrorSchema = v.object({ detail: v.object({ status: v.string() }) });

/**
 * Returns the audio (MP3) of a text of up to 10,000 characters.
 *
 * @throws SpeechError
 */
export async function requestSpeech(request: SpeechRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { fetch, apiBase, voiceId, key, text } = request;
  const address = `${apiBase}/v1/text-to-speech/${voiceId}?output_format=mp3_44100_128`;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        accept: "audio/mpeg",
        "content-type": "application/json",
        "xi-api-key": key,
      },
      body: JSON.stringify({ text, model_id: MODEL_ID, voice_settings: VOICE_SETTINGS }),
      redirect: "manual",
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    if (!response.ok) throw new SpeechError(await faultOf(response));
    if (response.headers.get("content-type")?.startsWith("audio/") !== true) {
      throw new SpeechError("unavailable");
    }
    return await readBytes(response.body, MAX_AUDIO_BYTES);
  } catch (error) {
    if (error instanceof SpeechError) throw error;
    throw new SpeechError("unavailable", { cause: error });
  }
}

async function faultOf(response: Response): Promise<keyof typeof STATUS_BY_SPEECH_ERROR> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = v.safeParse(providerErrorSchema, body);
  const reason = parsed.success ? parsed.output.detail.status : "";
  if (reason === "quota_exceeded" || response.status === 402) return "quota_exceeded";
  if (reason === "max_character_limit_exceeded") return "too_long";
  if (response.status === 401 || response.status === 403) return "invalid_key";
  return response.status === 429 ? "rate_limited" : "unavailable";
}
