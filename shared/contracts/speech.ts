import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";

const language = v.picklist(LANGUAGES);

/** Request body of the function `tts`, which checks lengths and days itself. */
const speechRequestSchema = v.variant("kind", [
  /** Returns whether the ministry has its own key. */
  v.object({ kind: v.literal("status") }),
  /** A devotional of the site: one of the thirty days, or the date of a published one. */
  v.object({
    kind: v.literal("devotional"),
    language,
    day: v.union([v.number(), v.string()]),
  }),
  /** A test sentence for a key. */
  v.object({ kind: v.literal("test"), language }),
  /** A text of the reader, with the reader's own key. */
  v.object({ kind: v.literal("text"), language, text: v.string() }),
]);

export type SpeechRequest = v.InferOutput<typeof speechRequestSchema>;

/** Response to `status`. The response to all other requests is audio/mpeg. */
export const speechStatusSchema = v.object({ available: v.boolean() });
