import { z } from "zod";
import { videoFacts, videoLink, videoLinks } from "#shared/videos/video-facts.schema.ts";

/** A link with a note about the consent of the people shown; only staff can read the note. */
const agreedLink = z.strictObject({
  ...videoLink.shape,
  consent: z.string().trim().min(1, "consent").max(200),
});

export type AgreedLink = z.infer<typeof agreedLink>;

/** Body of a video: the fields of `ministry.json`, and a note for each link. */
export const videoBody = videoFacts.extend({
  links: videoLinks(agreedLink).exactOptional(),
});

export type VideoBody = z.infer<typeof videoBody>;
