import * as v from "valibot";
import { channelSchema } from "#shared/site/ministry.ts";

/** Data of the channels page; requires the permission `channels` as a Bearer token. */
export const STUDIO_CHANNELS_PATH = "/api/studio/channels";

/** Health of an external stream; "unknown" if it cannot be checked. */
const healthSchema = v.picklist(["live", "offline", "down", "unknown"]);

/** An image that can be a channel's poster. */
const posterSchema = v.object({
  /** Value for a channel's `poster`. */
  value: v.string(),
  label: v.string(),
  /** Path without width: `/img/...`. */
  picture: v.string(),
});

export const studioChannelsSchema = v.object({
  /** Values of the file by channel id, in its order. */
  file: v.record(v.string(), channelSchema),
  /** Health of each channel's sources, by channel id. */
  health: v.record(v.string(), v.object({ source: healthSchema, fallback: healthSchema })),
  /** Lineups that a channel may play. */
  lineups: v.array(v.string()),
  posters: v.array(posterSchema),
});

export type StudioChannels = v.InferOutput<typeof studioChannelsSchema>;
export type SourceHealth = v.InferOutput<typeof healthSchema>;
