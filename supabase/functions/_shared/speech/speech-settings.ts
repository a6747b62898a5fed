import { z } from "zod";

const base = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const environmentSchema = z.object({
  /** The ministry's key of the speech provider; absent: only readers with their own key. */
  TTS_API_KEY: z.string().min(1).optional(),
  TTS_API_BASE: base.default("https://api.elevenlabs.io"),
  /** A calm male standard voice of the provider ("Adam"). */
  TTS_VOICE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/)
    .default("pNInz6obpgDQGcFmaJgB"),
  /** Maximum characters per day at the ministry's cost. */
  TTS_DAILY_CHARACTERS: z.coerce.number().int().positive().default(40_000),
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
export const SPEECH_ENV_NAMES = Object.keys(environmentSchema.shape);

/** Parses the environment; null if it is invalid. */
export function parseSpeechSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SpeechSettings | null {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = environmentSchema.safeParse(given);
  if (!result.success) return null;
  const { data } = result;
  return {
    apiKey: data.TTS_API_KEY ?? null,
    apiBase: data.TTS_API_BASE,
    voiceId: data.TTS_VOICE_ID,
    dailyCharacters: data.TTS_DAILY_CHARACTERS,
    siteUrl: data.SITE_URL,
  };
}
