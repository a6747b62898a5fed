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

/**
 * The platform's keyless Atom feed: at most 15 entries, no durations, views
 * perhaps.
 */

/** More than the feed ever carries; what a hostile one has beyond is not looked at. */
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
 * The videos of a feed, in its order; null when the text is not such a feed. A document type is
 * refused: no real feed has one, and entities could only be meant badly.
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
