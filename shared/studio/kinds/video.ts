import * as v from "valibot";
import { LINKS_LIMIT, videoFacts, videoLink } from "#shared/videos/video-facts.schema.ts";

/** A link with a note about the consent of the people shown; only staff can read the note. */
const agreedLink = v.strictObject({
  ...videoLink.entries,
  consent: v.pipe(v.string(), v.trim(), v.minLength(1, "consent"), v.maxLength(200)),
});

export type AgreedLink = v.InferOutput<typeof agreedLink>;

/** Body of a video: the fields of `ministry.json`, and a note for each link. */
export const videoBody = v.strictObject({
  ...videoFacts.entries,
  links: v.exactOptional(v.pipe(v.array(agreedLink), v.maxLength(LINKS_LIMIT))),
});

export type VideoBody = v.InferOutput<typeof videoBody>;
