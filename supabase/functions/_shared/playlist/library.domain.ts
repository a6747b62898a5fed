import { z } from "zod";
import { LANGUAGE_PATTERN } from "./playlist.domain.ts";
import type { Video } from "./playlist.domain.ts";
import { durationText, viewCountText } from "./video-texts.domain.ts";

/** The bundled library as the web server publishes it under /media/library.json. */

const clipSchema = z.object({
  id: z.string().regex(/^clip-[a-z0-9-]{3,60}$/),
  category: z.string(),
  language: z.string().regex(LANGUAGE_PATTERN),
  title: z.string(),
  description: z.string(),
  durationSeconds: z.number().positive(),
  publishedAt: z.iso.datetime(),
  bytes: z.number().int().positive().optional(),
  views: z.number().int().nonnegative().optional(),
});

const librarySchema = z.object({ version: z.literal(1), clips: z.array(clipSchema) });

export type LibraryClip = z.infer<typeof clipSchema>;

/** The clips of a library file; null when it is not one. */
export function parseLibrary(json: unknown): LibraryClip[] | null {
  const result = librarySchema.safeParse(json);
  return result.success ? result.data.clips : null;
}

/** The clips of a category as videos: by language, each newest first. */
export function libraryVideos(clips: readonly LibraryClip[], category: string): Video[] {
  return clips
    .filter((clip) => clip.category === category)
    .toSorted(
      (one, other) =>
        one.language.localeCompare(other.language) ||
        Date.parse(other.publishedAt) - Date.parse(one.publishedAt) ||
        one.id.localeCompare(other.id),
    )
    .map((clip) => ({
      id: clip.id,
      title: clip.title,
      description: clip.description,
      thumbnail: `/img/clip/${clip.id}`,
      duration: durationText(clip.durationSeconds),
      // The server counts the views of clips, and names the count once there is one.
      viewCount: viewCountText(clip.views ?? 0),
      publishedAt: new Date(clip.publishedAt).toISOString(),
      language: clip.language,
      bytes: clip.bytes,
    }));
}
