import { z } from "zod";
import { channelSchema } from "#shared/site/ministry.ts";

/** Data of the channels page; requires the permission `channels` as a Bearer token. */
export const STUDIO_CHANNELS_PATH = "/api/studio/channels";

/** Health of an external stream; "unknown" if it cannot be checked. */
const healthSchema = z.enum(["live", "offline", "down", "unknown"]);

/** An image that can be a channel's poster. */
const posterSchema = z.object({
  /** Value for a channel's `poster`. */
  value: z.string(),
  label: z.string(),
  /** Path without width: `/img/...`. */
  picture: z.string(),
});

export const studioChannelsSchema = z.object({
  /** Values of the file by channel id, in its order. */
  file: z.record(z.string(), channelSchema),
  /** Health of each channel's sources, by channel id. */
  health: z.record(z.string(), z.object({ source: healthSchema, fallback: healthSchema })),
  /** Lineups that a channel may play. */
  lineups: z.array(z.string()),
  posters: z.array(posterSchema),
});

export type StudioChannels = z.infer<typeof studioChannelsSchema>;
export type SourceHealth = z.infer<typeof healthSchema>;
