import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import {
  MAX_DESCRIPTION_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  VIDEO_ID_PATTERN,
  withoutRepeats,
  youtubeThumbnail,
  type Video,
  LANGUAGE_PATTERN,
} from "./playlist.domain.ts";
import { cleanProviderText } from "./provider-text.domain.ts";
import { viewCountText, durationText } from "./video-texts.domain.ts";

/** The platform's Atom feed without a key: at most 15 entries, no durations, views optional. */

/** More than the feed contains; bounds the work for a hostile one. */
const MAX_ENTRIES = 50;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === "entry",
});

const entrySchema = z.object({
  "yt:videoId": z.string().regex(VIDEO_ID_PATTERN),
  title: z.string(),
  published: z.iso.datetime({ offset: true }),
  "media:group": z
    .object({
      "media:description": z.string().catch(""),
      "media:community": z
        .object({
          "media:statistics": z.object({ "@views": z.string().regex(/^\d{1,15}$/) }),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const feedSchema = z.object({
  feed: z.object({ entry: z.array(z.unknown()).default([]) }),
});

function toVideo(entry: z.infer<typeof entrySchema>): Video {
  const id = entry["yt:videoId"];
  const group = entry["media:group"];
  const views = group?.["media:community"]?.["media:statistics"]["@views"];
  return {
    id,
    title: cleanProviderText(entry.title, MAX_TITLE_CHARACTERS),
    description: cleanProviderText(group?.["media:description"] ?? "", MAX_DESCRIPTION_CHARACTERS),
    thumbnail: youtubeThumbnail(id),
    duration: "",
    viewCount: viewCountText(views === undefined ? null : Number(views)),
    publishedAt: new Date(entry.published).toISOString(),
  };
}

/**
 * Parses the videos of a feed in order; null for anything else. Rejects a document type: no real
 * feed has one, and entities are an attack.
 */
export function parseFeed(xml: string): Video[] | null {
  if (/<!DOCTYPE/i.test(xml)) return null;
  let document: unknown;
  try {
    document = parser.parse(xml, true);
  } catch {
    return null;
  }
  const parsed = feedSchema.safeParse(document);
  if (!parsed.success) return null;
  const videos = parsed.data.feed.entry.slice(0, MAX_ENTRIES).flatMap((item) => {
    const entry = entrySchema.safeParse(item);
    return entry.success ? [toVideo(entry.data)] : [];
  });
  return withoutRepeats(videos);
}

/** The bundled library, published by the web server at /media/library.json. */

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

/** Parses the clips of a library file; null if it is invalid. */
export function parseLibrary(json: unknown): LibraryClip[] | null {
  const result = librarySchema.safeParse(json);
  return result.success ? result.data.clips : null;
}

/** Returns the clips of a category as videos: by language, each newest first. */
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
      // The server counts plays of clips and sends the count once there is one.
      viewCount: viewCountText(clip.views ?? 0),
      publishedAt: new Date(clip.publishedAt).toISOString(),
      language: clip.language,
      bytes: clip.bytes,
    }));
}
