import type { z } from "zod";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";

/** What may be published of a video: the same as stands in `ministry.json`. */
export const videoBody = videoFacts;

export type VideoBody = z.infer<typeof videoBody>;
