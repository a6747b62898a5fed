import * as v from "valibot";
import { isInstant } from "#shared/formats.ts";

/** Maximum lengths in characters, as in the database. */
const DEVOTIONAL_LENGTHS = {
  title: 200,
  verse: 500,
  content: 20_000,
  reflection: 1_000,
} as const;

/** Control characters except tabs and line ends, and bidirectional control characters. */
const UNPLAIN = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

function plain(max: number, min = 0) {
  return v.pipe(
    v.string(),
    v.minLength(min),
    v.maxLength(max),
    v.check((text) => !UNPLAIN.test(text), "signs"),
  );
}

/** Body of the devotional of one day and language. The studio translates the error "signs". */
export const devotionalBody = v.strictObject({
  title: v.pipe(plain(DEVOTIONAL_LENGTHS.title, 1), v.regex(/^[^\r\n\u2028\u2029]*$/, "signs")),
  verse: plain(DEVOTIONAL_LENGTHS.verse),
  content: plain(DEVOTIONAL_LENGTHS.content, 1),
  /** Replaces the fixed prompt. */
  reflection: v.optional(plain(DEVOTIONAL_LENGTHS.reflection, 1)),
  /** Publication time; absent: when its day starts anywhere on earth. */
  publishAt: v.optional(v.pipe(v.string(), v.check(isInstant))),
});

export type DevotionalBody = v.InferOutput<typeof devotionalBody>;
