import * as v from "valibot";

const base = v.pipe(
  v.string(),
  v.trim(),
  v.url(),
  v.regex(/^https?:\/\//i),
  v.transform((url) => url.replace(/\/+$/, "")),
);

const environmentSchema = v.object({
  /** The ministry's key of the speech provider; absent: only readers with their own key. */
  TTS_API_KEY: v.optional(v.pipe(v.string(), v.nonEmpty())),
  TTS_API_BASE: v.optional(base, "https://api.elevenlabs.io"),
  /** A calm male standard voice of the provider ("Adam"). */
  TTS_VOICE_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/)),
    "pNInz6obpgDQGcFmaJgB",
  ),
  /** Maximum characters per day at the ministry's cost. */
  TTS_DAILY_CHARACTERS: v.optional(
    v.pipe(v.string(), v.toNumber(), v.safeInteger(), v.minValue(1)),
    "40000",
  ),
  /** Our own origin, which serves the texts. */
  SITE_URL: base,
});

export type SpeechSettings = {
  readonly apiKey: string | null;
  readonly apiBase: string;
  readonly voiceId: string;
  readonly dailyCharacters: number;
  readonly siteUrl: string;
};

/** Environment variables of the function. */
export const SPEECH_ENV_NAMES = Object.keys(environmentSchema.entries);

/** Parses the environment; null if it is invalid. */
export function parseSpeechSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SpeechSettings | null {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = v.safeParse(environmentSchema, given);
  if (!result.success) return null;
  const { output } = result;
  return {
    apiKey: output.TTS_API_KEY ?? null,
    apiBase: output.TTS_API_BASE,
    voiceId: output.TTS_VOICE_ID,
    dailyCharacters: output.TTS_DAILY_CHARACTERS,
    siteUrl: output.SITE_URL,
  };
}
