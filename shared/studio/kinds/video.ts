import { z } from "zod";
import { videoFacts, videoLink, videoLinks } from "#shared/videos/video-facts.schema.ts";

/** A link with the note of who agreed to be shown, and when, which helpers alone read. */
const agreedLink = z.strictObject({
  ...videoLink.shape,
  consent: z.string().trim().min(1, "consent").max(200),
});

export type AgreedLink = z.infer<typeof agreedLink>;

/** What may be published of a video: what may stand in `ministry.json`, and a note for each link. */
export const videoBody = videoFacts.extend({
  links: videoLinks(agreedLink).exactOptional(),
});

export type VideoBody = z.infer<typeof videoBody>;
