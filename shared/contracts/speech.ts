import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";

const language = v.picklist(LANGUAGES);

/** What the function `tts` is asked for; it checks lengths and days itself. */
export const speechRequestSchema = v.variant("kind", [
  /** Whether the ministry has a key of its own. */
  v.object({ kind: v.literal("status") }),
  /** A devotional that the site holds: a day of the thirty, or the date of a published one. */
  v.object({
    kind: v.literal("devotional"),
    language,
    day: v.union([v.number(), v.string()]),
  }),
  /** A sentence to try a key with. */
  v.object({ kind: v.literal("test"), language }),
  /** A text of the reader's own, with a key of their own. */
  v.object({ kind: v.literal("text"), language, text: v.string() }),
]);

export type SpeechRequest = v.InferOutput<typeof speechRequestSchema>;

/** Answer to `status`. To everything else the function answers with audio/mpeg. */
export const speechStatusSchema = v.object({ available: v.boolean() });
