import { z } from "zod";

/** What is counted of a ministry's site, besides how many watch its channels. */
export const METRICS = ["page", "play", "devotional", "search"] as const;

export type Metric = (typeof METRICS)[number];

/** Over how many days the numbers can be shown; one is shown by hours. */
export const NUMBER_DAYS = [1, 7, 28] as const;

export type NumberDays = (typeof NUMBER_DAYS)[number];

/** One cell of a series: null where one to four were counted, which nobody is shown. */
const cellSchema = z.object({
  /** A channel's id, or a metric. */
  key: z.string(),
  /** Begin of the hour or the day. */
  at: z.iso.datetime({ offset: true }),
  value: z.number().nullable(),
});

export type NumberCell = z.infer<typeof cellSchema>;

/** Answer of the function `studio_numbers`. */
export const numbersSchema = z.object({
  since: z.iso.datetime({ offset: true }),
  slot: z.enum(["hour", "day"]),
  /** Begin of every hour or day, with what was counted in it or without. */
  slots: z.array(z.iso.datetime({ offset: true })),
  /** By channel, in the last whole minute. */
  watching: z.record(z.string(), z.number().nullable()),
  /** The highest minute of each hour or day. */
  peaks: z.array(cellSchema),
  /** All keys of a metric together. */
  series: z.array(cellSchema),
  /** The most frequent keys of each metric, each counted five times or more. */
  keys: z.array(z.object({ metric: z.enum(METRICS), key: z.string(), value: z.number() })),
  /** How many further keys were counted less often, by metric. */
  few: z.record(z.string(), z.number()),
});

export type Numbers = z.infer<typeof numbersSchema>;
