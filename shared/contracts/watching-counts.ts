import * as v from "valibot";

/**
 * Response of `GET /functions/v1/watch-pulse`: one in how many players sends a heartbeat each
 * minute (0: none), and the approximate viewers of each channel above the minimum.
 */
export const watchingCountsSchema = v.object({
  share: v.number(),
  channels: v.record(v.string(), v.number()),
});

export type WatchingCounts = v.InferOutput<typeof watchingCountsSchema>;
