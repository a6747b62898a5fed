import { XMLParser } from "fast-xml-parser";
import * as v from "valibot";
import {
  instantSchema,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  optionalOrInvalid,
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

const entrySchema = v.object({
  "yt:videoId": v.pipe(v.string(), v.regex(VIDEO_ID_PATTERN)),
  title: v.string(),
  published: instantSchema,
  "media:group": optionalOrInvalid(
    v.object({
      "media:description": v.fallback(v.string(), ""),
      "media:community": optionalOrInvalid(
        v.object({
          "media:statistics": v.object({
            "@views": v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
          }),
        }),
      ),
    }),
  ),
});

const feedSchema = v.object({
  feed: v.object({ entry: v.optional(v.array(v.unknown()), []) }),
});

function toVideo(entry: v.InferOutput<typeof entrySchema>): Video {
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
  const parsed = v.safeParse(feedSchema, document);
  if (!parsed.success) return null;
  const videos = parsed.output.feed.entry.slice(0, MAX_ENTRIES).flatMap((item) => {
    const entry = v.safeParse(entrySchema, item);
    return entry.success ? [toVideo(entry.output)] : [];
  });
  return withoutRepeats(videos);
}

/** The bundled library, published by the web server at /media/library.json. */

const fileSize = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const mediaPath = v.pipe(v.string(), v.startsWith("/media/"));
const keptFile = v.object({ url: mediaPath, bytes: fileSize });

const clipSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^clip-[a-z0-9-]{3,60}$/)),
  category: v.string(),
  language: v.pipe(v.string(), v.regex(LANGUAGE_PATTERN)),
  title: v.string(),
  description: v.string(),
  durationSeconds: v.pipe(v.number(), v.gtValue(0)),
  publishedAt: instantSchema,
  bytes: v.optional(fileSize),
  tiny: optionalOrInvalid(v.object({ bytes: fileSize })),
  sound: optionalOrInvalid(
    v.object({
      url: mediaPath,
      playlist: mediaPath,
      bytes: fileSize,
      seconds: v.pipe(v.number(), v.gtValue(0)),
    }),
  ),
  keep: optionalOrInvalid(v.object({ sound: v.optional(keptFile), picture: v.optional(keptFile) })),
  views: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

const librarySchema = v.object({ version: v.literal(1), clips: v.array(clipSchema) });

export type LibraryClip = v.InferOutput<typeof clipSchema>;

/** Parses the clips of a library file; null if it is invalid. */
export function parseLibrary(json: unknown): LibraryClip[] | null {
  const result = v.safeParse(librarySchema, json);
  return result.success ? result.output.clips : null;
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
      saverBytes: clip.tiny?.bytes,
      sound: clip.sound,
      keep: clip.keep,
    }));
}
