import * as v from "valibot";

/**
 * Response of `GET /api/live`, which every open tab polls. `live`: on air; `rerun`: a linear
 * channel; `scheduled`, `offline`: nothing to show yet or at all; `down`: the source does not
 * respond, or not with a stream; `unknown`: the source has no status (badge without animation).
 */
export const liveStatusSchema = v.object({
  v: v.literal(1),
  /** Server time, ISO 8601. With the Age header it corrects wrong device clocks. */
  now: v.string(),
  /** Revision of `GET /api/site`; a page with another revision fetches it again. */
  site: v.optional(v.string()),
  /** Poll interval for open tabs; add jitter. */
  pollSeconds: v.number(),
  /** One in this many players sends a heartbeat each minute; absent: none does. */
  pulseShare: v.optional(v.number()),
  channels: v.array(
    v.object({
      id: v.string(),
      state: v.picklist(["live", "rerun", "scheduled", "offline", "down", "unknown"]),
      /** Start of the current programme, ISO 8601. */
      since: v.nullable(v.string()),
      /** Title of the current programme. */
      title: v.nullable(v.string()),
      /** Fingerprint of the source; when it changes, a player must reload. */
      source: v.optional(v.string()),
      /**
       * Why the main source does not play: staff took the channel off air ("off") or selected the
       * back-up ("chosen"), or the back-up plays because the source is down ("down") or sends
       * nothing ("silent") since then. Absent: it plays.
       */
      instead: v.optional(
        v.object({
          why: v.picklist(["off", "chosen", "down", "silent"]),
          since: v.optional(v.string()),
        }),
      ),
      /** Approximate number of viewers; absent without a count and below the minimum. */
      watching: v.optional(v.number()),
      /**
       * Kilobits per second of what plays now on average: of the picture with its sound in the usual rendition, and of
       * the sound alone. Absent: unknown; and the channel has no sound of its own.
       */
      pictureRate: v.optional(v.number()),
      soundRate: v.optional(v.number()),
    }),
  ),
  /** Current or next service; ISO 8601 and the ministry's time zone. */
  next: v.nullable(
    v.object({
      id: v.string(),
      start: v.string(),
      minutes: v.number(),
      zone: v.string(),
      /** It begins within the hour, or runs. */
      isNear: v.optional(v.boolean()),
      /** Channel that carries it while it runs; absent: none, or one in each language. */
      channel: v.optional(v.string()),
    }),
  ),
});

export type LiveStatus = v.InferOutput<typeof liveStatusSchema>;

/**
 * Response of `GET /functions/v1/watch-pulse`: one in how many players sends a heartbeat each
 * minute (0: none), and the approximate viewers of each channel above the minimum.
 */
export const watchingCountsSchema = v.object({
  share: v.number(),
  channels: v.record(v.string(), v.number()),
});

export type WatchingCounts = v.InferOutput<typeof watchingCountsSchema>;
