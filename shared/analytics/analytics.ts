import * as v from "valibot";
import { isInstant } from "#shared/formats.ts";

/** Events that the site counts, besides the viewers of its channels. */
const METRICS = ["page", "play", "devotional", "search", "download"] as const;

export type Metric = (typeof METRICS)[number];

/** Periods in days; a period of one day is shown by hours. */
export const ANALYTICS_DAYS = [1, 7, 28] as const;

export type AnalyticsDays = (typeof ANALYTICS_DAYS)[number];

/** One value of a series; null hides counts of one to four. */
const cellSchema = v.object({
  /** Id of a channel, or a metric. */
  key: v.string(),
  /** Start of the hour or the day. */
  at: v.pipe(v.string(), v.check(isInstant)),
  value: v.nullable(v.number()),
});

export type AnalyticsCell = v.InferOutput<typeof cellSchema>;

/** Result of the database function `studio_numbers`. */
export const analyticsSchema = v.object({
  since: v.pipe(v.string(), v.check(isInstant)),
  slot: v.picklist(["hour", "day"]),
  /** Start of every hour or day, also of those without events. */
  slots: v.array(v.pipe(v.string(), v.check(isInstant))),
  /** By channel, in the last full minute. */
  watching: v.record(v.string(), v.nullable(v.number())),
  /** Highest minute of each hour or day. */
  peaks: v.array(cellSchema),
  /** Totals of each metric. */
  series: v.array(cellSchema),
  /** Most frequent keys of each metric, each counted at least five times. */
  keys: v.array(v.object({ metric: v.picklist(METRICS), key: v.string(), value: v.number() })),
  /** By metric: the number of further, less frequent keys. */
  few: v.record(v.string(), v.number()),
});

export type Analytics = v.InferOutput<typeof analyticsSchema>;
