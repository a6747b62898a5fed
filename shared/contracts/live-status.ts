import * as v from "valibot";

/**
 * Answer of `GET /api/live`: what every open tab asks for. `live`:
 * on air now; `rerun`: the channel that never ends; `scheduled`, `offline`: nothing to see yet or at
 * all; `down`: the source does not answer, or not with a stream; `unknown`: the source does not tell
 * (badge without pulse).
 */
export const liveStatusSchema = v.object({
  v: v.literal(1),
  /** Server time; with the Age header it corrects wrong clocks of devices. ISO 8601. */
  now: v.string(),
  /** Revision of what `GET /api/site` tells: a page that was made of another one reads it anew. */
  site: v.optional(v.string()),
  /** How often an open tab should ask; add some jitter. */
  pollSeconds: v.number(),
  /** One of so many players says each minute that it plays; absent: none does. */
  pulseShare: v.optional(v.number()),
  channels: v.array(
    v.object({
      id: v.string(),
      state: v.picklist(["live", "rerun", "scheduled", "offline", "down", "unknown"]),
      /** Start of what is on; ISO 8601. */
      since: v.nullable(v.string()),
      /** Title of what is on. */
      title: v.nullable(v.string()),
      /** Changes with the place that the pictures come from: a player of the one before is out of date. */
      source: v.optional(v.string()),
      /** About how many watch; absent while it is not counted, and below the floor. */
      watching: v.optional(v.number()),
    }),
  ),
  /** The service that runs now or comes next; ISO 8601 and the zone of the ministry. */
  next: v.nullable(
    v.object({ id: v.string(), start: v.string(), minutes: v.number(), zone: v.string() }),
  ),
});

export type LiveStatus = v.InferOutput<typeof liveStatusSchema>;
