import * as v from "valibot";

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
