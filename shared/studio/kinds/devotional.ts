import { z } from "zod";

/** Maximum lengths in characters, as in the database. */
export const DEVOTIONAL_LENGTHS = {
  title: 200,
  verse: 500,
  content: 20_000,
  reflection: 1_000,
} as const;

/** Control characters except tabs and line ends, and bidirectional control characters. */
const UNPLAIN = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

function plain(max: number, min = 0): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !UNPLAIN.test(text), { error: "signs" });
}

/** Body of the devotional of one day and language. The studio translates the error "signs". */
export const devotionalBody = z.strictObject({
  title: plain(DEVOTIONAL_LENGTHS.title, 1).regex(/^[^\r\n\u2028\u2029]*$/, "signs"),
  verse: plain(DEVOTIONAL_LENGTHS.verse),
  content: plain(DEVOTIONAL_LENGTHS.content, 1),
  /** Replaces the fixed prompt. */
  reflection: plain(DEVOTIONAL_LENGTHS.reflection, 1).optional(),
  /** Publication time; absent: when its day starts anywhere on earth. */
  publishAt: z.iso.datetime({ offset: true }).optional(),
});

export type DevotionalBody = z.infer<typeof devotionalBody>;
