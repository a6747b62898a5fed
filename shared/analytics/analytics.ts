import { z } from "zod";

/** Events that the site counts, besides the viewers of its channels. */
export const METRICS = ["page", "play", "devotional", "search"] as const;

export type Metric = (typeof METRICS)[number];

/** Periods in days; a period of one day is shown by hours. */
export const ANALYTICS_DAYS = [1, 7, 28] as const;

export type AnalyticsDays = (typeof ANALYTICS_DAYS)[number];

/** One value of a series; null hides counts of one to four. */
const cellSchema = z.object({
  /** Id of a channel, or a metric. */
  key: z.string(),
  /** Start of the hour or the day. */
  at: z.iso.datetime({ offset: true }),
  value: z.number().nullable(),
});

export type AnalyticsCell = z.infer<typeof cellSchema>;

/** Result of the database function `studio_numbers`. */
export const analyticsSchema = z.object({
  since: z.iso.datetime({ offset: true }),
  slot: z.enum(["hour", "day"]),
  /** Start of every hour or day, also of those without events. */
  slots: z.array(z.iso.datetime({ offset: true })),
  /** By channel, in the last full minute. */
  watching: z.record(z.string(), z.number().nullable()),
  /** Highest minute of each hour or day. */
  peaks: z.array(cellSchema),
  /** Totals of each metric. */
  series: z.array(cellSchema),
  /** Most frequent keys of each metric, each counted at least five times. */
  keys: z.array(z.object({ metric: z.enum(METRICS), key: z.string(), value: z.number() })),
  /** By metric: the number of further, less frequent keys. */
  few: z.record(z.string(), z.number()),
});

export type Analytics = z.infer<typeof analyticsSchema>;
