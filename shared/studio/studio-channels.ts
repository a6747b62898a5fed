import { z } from "zod";
import { channelSchema } from "#shared/site/ministry.ts";

/** Where helpers with the permission `channels` ask for what follows; the token comes as Bearer. */
export const CHANNEL_DESK_PATH = "/api/studio/channels";

/** How a stream elsewhere does: what cannot be looked at is "unknown". */
const healthSchema = z.enum(["live", "offline", "down", "unknown"]);

/** A picture that a channel may have as its poster. */
const posterSchema = z.object({
  /** As a channel's `poster` gives it. */
  value: z.string(),
  label: z.string(),
  /** Address without width: `/img/...`. */
  picture: z.string(),
});

/** What `ministry.json` and the server know of channels, for those who run them. */
export const channelDeskSchema = z.object({
  /** What the file says, by channel id; in its order. */
  file: z.record(z.string(), channelSchema),
  /** How each source that plays or stands by does, by channel id. */
  health: z.record(z.string(), z.object({ source: healthSchema, fallback: healthSchema })),
  /** Our own programmes that a channel may play. */
  lineups: z.array(z.string()),
  posters: z.array(posterSchema),
});

export type StudioChannels = z.infer<typeof channelDeskSchema>;
export type SourceHealth = z.infer<typeof healthSchema>;
