import * as v from "valibot";

/**
 * Answer of `GET /functions/v1/watch-pulse`: of how many players one is to say each minute that it plays (0:
 * none is), and about how many watch each channel that has enough of them to be told.
 */
export const watchingCountsSchema = v.object({
  share: v.number(),
  channels: v.record(v.string(), v.number()),
});

export type WatchingCounts = v.InferOutput<typeof watchingCountsSchema>;
