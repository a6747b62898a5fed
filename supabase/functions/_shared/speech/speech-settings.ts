import { z } from "zod";

const base = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const environmentSchema = z.object({
  /** The ministry's key of the speech provider; absent: only readers with a key of their own. */
  TTS_API_KEY: z.string().min(1).optional(),
  TTS_API_BASE: base.default("https://api.elevenlabs.io"),
  /** Voice of the provider: a calm male one of its standard voices ("Adam"). */
  TTS_VOICE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/)
    .default("pNInz6obpgDQGcFmaJgB"),
  /** Most characters that a day may cost the ministry. */
  TTS_DAILY_CHARACTERS: z.coerce.number().int().positive().default(40_000),
  /** Our own origin, where the texts are. */
  SITE_URL: base,
});

export type SpeechSettings = {
  readonly apiKey: string | null;
  readonly apiBase: string;
  readonly voiceId: string;
  readonly dailyCharacters: number;
  readonly siteUrl: string;
};

/** Names of the variables the function reads. */
export const SPEECH_ENV_NAMES = Object.keys(environmentSchema.shape);

/** Parses the environment; null when it is not usable. */
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
