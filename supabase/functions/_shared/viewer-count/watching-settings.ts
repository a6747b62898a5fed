import { z } from "zod";

/** Environment variables of the function. */
export const WATCHING_ENV_NAMES = [
  "SUPABASE_URL",
  "SUPABASE_SERVICE_ROLE_KEY",
  "CHANNELS",
  "WATCHING_FLOOR",
  "WATCHING_PER_ADDRESS",
] as const;

const settingsSchema = z
  .object({
    SUPABASE_URL: z.url(),
    SUPABASE_SERVICE_ROLE_KEY: z.string().min(1),
    CHANNELS: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.string().regex(/^[a-z0-9-]{1,64}$/)).min(1)),
    WATCHING_FLOOR: z.coerce.number().int().min(0).default(25),
    WATCHING_PER_ADDRESS: z.coerce.number().int().min(1).default(10),
  })
  .transform((env) => ({
    origin: env.SUPABASE_URL,
    serviceKey: env.SUPABASE_SERVICE_ROLE_KEY,
    channels: new Set(env.CHANNELS),
    floor: env.WATCHING_FLOOR,
    perAddress: env.WATCHING_PER_ADDRESS,
  }));

export type WatchingSettings = z.infer<typeof settingsSchema>;

/**
 * Parses the settings; null if the function is not configured. The channels can change with each
 * request.
 */
export function parseWatchingSettings(
  env: Readonly<Record<string, string | undefined>>,
): WatchingSettings | null {
  const parsed = settingsSchema.safeParse(env);
  return parsed.success ? parsed.data : null;
}
