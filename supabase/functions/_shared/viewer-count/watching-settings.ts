import * as v from "valibot";

/** Environment variables of the function. */
export const WATCHING_ENV_NAMES = [
  "SUPABASE_URL",
  "SUPABASE_SERVICE_ROLE_KEY",
  "CHANNELS",
  "WATCHING_FLOOR",
  "WATCHING_PER_ADDRESS",
] as const;

const settingsSchema = v.pipe(
  v.object({
    SUPABASE_URL: v.pipe(v.string(), v.trim(), v.url()),
    SUPABASE_SERVICE_ROLE_KEY: v.pipe(v.string(), v.nonEmpty()),
    CHANNELS: v.pipe(
      v.string(),
      v.transform((text) => text.split(",")),
      v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/))),
    ),
    WATCHING_FLOOR: v.optional(
      v.pipe(v.string(), v.toNumber(), v.safeInteger(), v.minValue(0)),
      "25",
    ),
    WATCHING_PER_ADDRESS: v.optional(
      v.pipe(v.string(), v.toNumber(), v.safeInteger(), v.minValue(1)),
      "10",
    ),
  }),
  v.transform((env) => ({
    origin: env.SUPABASE_URL,
    serviceKey: env.SUPABASE_SERVICE_ROLE_KEY,
    channels: new Set(env.CHANNELS),
    floor: env.WATCHING_FLOOR,
    perAddress: env.WATCHING_PER_ADDRESS,
  })),
);

export type WatchingSettings = v.InferOutput<typeof settingsSchema>;

/**
 * Parses the settings; null if the function is not configured. The channels can change with each
 * request.
 */
export function parseWatchingSettings(
  env: Readonly<Record<string, string | undefined>>,
): WatchingSettings | null {
  const parsed = v.safeParse(settingsSchema, env);
  return parsed.success ? parsed.output : null;
}
