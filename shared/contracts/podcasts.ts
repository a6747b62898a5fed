import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";
import { PODCAST_SHOWS } from "./own-videos.ts";

/** Path of the list of podcasts. */
export const PODCASTS_PATH = "/api/podcasts";

/** Response of `GET /api/podcasts`: feeds with at least one episode. */
export const podcastsSchema = v.object({
  feeds: v.array(
    v.object({
      show: v.picklist(PODCAST_SHOWS),
      language: v.picklist(LANGUAGES),
      episodes: v.number(),
    }),
  ),
});

export type Podcasts = v.InferOutput<typeof podcastsSchema>;
