import * as v from "valibot";

/** One devotional (S3.9): an entry of an upload and of the device's storage. */
export const devotionalEntrySchema = v.object({
  /** Day of the grid. */
  day: v.pipe(
    v.number(),
    v.check((value) => Number.isFinite(value)),
  ),
  title: v.pipe(v.string(), v.maxLength(200)),
  verse: v.pipe(v.string(), v.maxLength(500)),
  content: v.pipe(v.string(), v.maxLength(20_000)),
});

const text = { title: v.string(), verse: v.string(), content: v.string() };

/** A published devotional: a row of `devotionals`. */
export const publishedRowSchema = v.object({
  /** "2026-06-14" */
  date: v.string(),
  ...text,
  /** Replaces the fixed reflection prompt. */
  reflection: v.nullable(v.string()),
});

export type PublishedRow = v.InferOutput<typeof publishedRowSchema>;

/** A published day in the calendar. */
export const publishedDaySchema = v.object({ date: v.string(), title: text.title });

export type PublishedDay = v.InferOutput<typeof publishedDaySchema>;

/**
 * Response of `GET /api/devotionals/{language}/{day or date}`; a bundled devotional has no date.
 */
export const devotionalAnswerSchema = v.object({
  title: v.string(),
  verse: v.string(),
  content: v.string(),
  day: v.number(),
  date: v.optional(v.string()),
});

export type DevotionalAnswer = v.InferOutput<typeof devotionalAnswerSchema>;
