import { z } from "zod";

/** Longest texts of a devotional, in characters, as its table has them. */
export const DEVOTIONAL_LENGTHS = {
  title: 200,
  verse: 500,
  content: 20_000,
  reflection: 1_000,
} as const;

/** Control characters (but tabs and ends of lines) and marks that turn the writing direction. */
const UNPLAIN = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

function plain(max: number, min = 0): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !UNPLAIN.test(text), { error: "signs" });
}

/** A devotional of one day in one language, as the studio edits it; the fault "signs" is put in words by it. */
export const devotionalBody = z.strictObject({
  title: plain(DEVOTIONAL_LENGTHS.title, 1).regex(/^[^\r\n\u2028\u2029]*$/, "signs"),
  verse: plain(DEVOTIONAL_LENGTHS.verse),
  content: plain(DEVOTIONAL_LENGTHS.content, 1),
  /** Its own words instead of the fixed prompt. */
  reflection: plain(DEVOTIONAL_LENGTHS.reflection, 1).optional(),
  /** When everybody may read it; absent: when its day begins anywhere on earth. */
  publishAt: z.iso.datetime({ offset: true }).optional(),
});

export type DevotionalBody = z.infer<typeof devotionalBody>;
