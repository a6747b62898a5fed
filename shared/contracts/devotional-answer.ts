import * as v from "valibot";

/** Answer of `GET /api/devotionals/{language}/{day or date}`; a shipped one has no date. */
export const devotionalAnswerSchema = v.object({
  title: v.string(),
  verse: v.string(),
  content: v.string(),
  day: v.number(),
  date: v.optional(v.string()),
});

export type DevotionalAnswer = v.InferOutput<typeof devotionalAnswerSchema>;
