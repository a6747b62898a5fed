import * as v from "valibot";

/** One devotional (specification section 3): an entry of an upload and of the store on a device. */
export const devotionalEntrySchema = v.object({
  /** Day of the grid. */
  day: v.pipe(v.number(), v.finite()),
  title: v.pipe(v.string(), v.maxLength(200)),
  verse: v.pipe(v.string(), v.maxLength(500)),
  content: v.pipe(v.string(), v.maxLength(20_000)),
});

/** A devotional that is published for everyone, as the backend answers it: a row of devotionals. */
export const publishedRowSchema = v.object({
  /** "2026-06-14" */
  date: v.string(),
  title: v.string(),
  verse: v.string(),
  content: v.string(),
  /** Its own words instead of the fixed Reflection prompt. */
  reflection: v.nullable(v.string()),
});

export type PublishedRow = v.InferOutput<typeof publishedRowSchema>;

/** A published day as a calendar shows it. */
export const publishedDaySchema = v.pick(publishedRowSchema, ["date", "title"]);

export type PublishedDay = v.InferOutput<typeof publishedDaySchema>;

/** Answer of `GET /api/devotionals/{language}/{day or date}`; a shipped one has no date. */
export const devotionalAnswerSchema = v.object({
  ...v.pick(publishedRowSchema, ["title", "verse", "content"]).entries,
  day: v.number(),
  date: v.optional(v.string()),
});

export type DevotionalAnswer = v.InferOutput<typeof devotionalAnswerSchema>;
