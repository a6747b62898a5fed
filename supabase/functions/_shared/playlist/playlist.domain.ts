import * as v from "valibot";

/**
 * Responses and stored data of the function `youtube-playlist-videos`. A function is deployed
 * alone, so its response types are repeated here; tests compare them with
 * `shared/contracts/playlist-videos.ts`.
 */

export type Video = Readonly<v.InferOutput<typeof videoSchema>>;

/** Details of a video by the ministry, in the reader's language. */
export type VideoSaid = {
  readonly speaker?: string | undefined;
  readonly series?: string | undefined;
  /** Day, "2024-05-03". */
  readonly date?: string | undefined;
  /** Passage of Scripture, "John 3:16". */
  readonly passage?: string | undefined;
  /** Linked videos, in both directions. */
  readonly links?: readonly LinkedVideo[] | undefined;
};

export type LinkedVideo = {
  readonly id: string;
  readonly title: string;
  readonly relation: "prophecy" | "confirmation" | "testimony";
};

export type PlaylistSource = "api" | "rss" | "bundled";

/** The response before serialization. */
export type PlaylistResponse = {
  readonly videos: readonly Video[];
  readonly source: PlaylistSource;
  /** ISO 8601 instant of the last successful read. */
  readonly fetchedAt: string;
  /** The source cannot be read now; this is its last valid response. */
  readonly stale: boolean;
};

/** One reading of a playlist; immutable. */
export type PlaylistSnapshot = {
  readonly source: PlaylistSource;
  readonly videos: readonly Video[];
  /** Last reading of the source, epoch milliseconds. */
  readonly fetchedAtMs: number;
  /** Starting point for the next reading of a Data API list; null for other sources. */
  readonly listing: Listing | null;
};

/** A snapshot as a request gets it. */
export type PlaylistReading = {
  readonly snapshot: PlaylistSnapshot;
  /** The source cannot be read, or was not read for hours. */
  readonly isStale: boolean;
  readonly cache: "hit" | "stale" | "miss";
};

/** State of a Data API list between readings; times in epoch milliseconds. */
export type Listing = {
  /** Unique ids in the list's order, including dropped ones. */
  readonly ids: readonly string[];
  /** Count of the source if `ids` is complete. */
  readonly count: number;
  /** Tokens of the second page and further ones; empty when the end of the list is out of reach. */
  readonly pageTokens: readonly string[];
  /** Visible items that are not playable; checked again now and then. */
  readonly unplayableIds: readonly string[];
  /** Last reading of all pages. */
  readonly fullAtMs: number;
  /** Last reading of both ends. */
  readonly endsAtMs: number;
  /** Last reading of durations and views of the newest. */
  readonly detailsAtMs: number;
};

/** Only the newest videos of a longer list are kept. */
export const MAX_VIDEOS_PER_PLAYLIST = 1_000;
/** Maximum length of a playlist on the platform. */
export const MAX_LISTED_IDS = 5_000;
export const MAX_TITLE_CHARACTERS = 200;
/** The platform's limit; descriptions contain chapters. */
export const MAX_DESCRIPTION_CHARACTERS = 5_000;
/** Lists have shortened descriptions; a single video has the full one. */
export const MAX_LISTED_DESCRIPTION_CHARACTERS = 300;

export const PLAYLIST_ID_PATTERN = /^[A-Za-z0-9_-]{10,64}$/;
/** Primary BCP 47 tag, for example "fr". */
export const LANGUAGE_PATTERN = /^[a-z]{2,3}$/;
export const VIDEO_ID_PATTERN = /^[A-Za-z0-9_-]{11}$/;
const CLIP_ID_PATTERN = /^clip-[a-z0-9-]{3,60}$/;

/** Returns whether a string is a valid video id of the platform or of the bundled library. */
export function isVideoId(text: string): boolean {
  return VIDEO_ID_PATTERN.test(text) || CLIP_ID_PATTERN.test(text);
}

/** `library-{category}` is a category of the bundled library. */
const LIBRARY_PLAYLIST = /^library-([a-z][a-z-]{2,40})$/;

/** Returns the category of a bundled playlist id, or null for a playlist of the platform. */
export function libraryCategory(playlistId: string): string | null {
  return LIBRARY_PLAYLIST.exec(playlistId)?.[1] ?? null;
}

/** Returns the image path of a platform video; the web app appends the width. */
export function youtubeThumbnail(videoId: string): string {
  return `/img/yt/${videoId}`;
}

/** RFC 3339 instant. */
export const instantSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

/** Optional value of another service: an invalid one counts as absent. */
export function optionalOrInvalid<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.SchemaWithFallback<v.OptionalSchema<Schema, undefined>, undefined> {
  return v.fallback(v.optional(schema), undefined);
}

const videoSchema = v.object({
  id: v.pipe(v.string(), v.regex(VIDEO_ID_PATTERN)),
  title: v.string(),
  description: v.string(),
  /** Image path on our own server, without size. */
  thumbnail: v.pipe(v.string(), v.startsWith("/img/yt/")),
  duration: v.string(),
  viewCount: v.string(),
  /** ISO 8601 instant. */
  publishedAt: v.string(),
  /** Primary BCP 47 tag of the spoken language, if known. */
  language: v.optional(v.pipe(v.string(), v.regex(LANGUAGE_PATTERN))),
  /** Size of a bundled clip. */
  bytes: v.optional(v.number()),
  /** Size of its smallest rendition, which plays while data is saved. */
  saverBytes: v.optional(v.number()),
  /** Address and size of its sound alone. */
  sound: v.optional(v.unknown()),
  /** Addresses and sizes of what visitors may keep on their device. */
  keep: v.optional(v.unknown()),
  /** A `VideoSaid`; only for a single video, not in lists. */
  said: v.optional(v.unknown()),
});

const instantMs = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const listingSchema = v.object({
  ids: v.pipe(v.array(v.string()), v.maxLength(MAX_LISTED_IDS)),
  count: v.pipe(v.number(), v.safeInteger()),
  pageTokens: v.array(v.string()),
  unplayableIds: v.array(v.string()),
  fullAtMs: instantMs,
  endsAtMs: instantMs,
  detailsAtMs: instantMs,
});

const snapshotSchema = v.object({
  source: v.picklist(["api", "rss"]),
  videos: v.pipe(v.array(videoSchema), v.maxLength(MAX_VIDEOS_PER_PLAYLIST)),
  fetchedAtMs: instantMs,
  // Snapshots of older releases have none or another one: serve them until the next full reading.
  listing: v.fallback(v.nullable(listingSchema), null),
});

/** Parses a stored snapshot; null if it is damaged or of another shape. */
export function parseStoredSnapshot(text: string): PlaylistSnapshot | null {
  try {
    const result = v.safeParse(snapshotSchema, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** Keeps the first of each id, in order: a playlist may list one video twice. */
export function withoutRepeats(videos: readonly Video[]): Video[] {
  const seen = new Set<string>();
  return videos.filter((video) => {
    const isFirst = !seen.has(video.id);
    seen.add(video.id);
    return isFirst;
  });
}

/** Puts videos in a language first; both groups keep their order. Null keeps the order. */
export function ofLanguageFirst(videos: readonly Video[], language: string | null): Video[] {
  const isWanted = (video: Video): boolean => language !== null && video.language === language;
  return [...videos.filter(isWanted), ...videos.filter((video) => !isWanted(video))];
}

/** Sorts newest first; equal instants keep their order. */
export function newestFirst(videos: readonly Video[]): Video[] {
  // ISO instants of equal form sort as strings, which is faster for long lists.
  return videos.toSorted((one, other) =>
    one.publishedAt === other.publishedAt ? 0 : one.publishedAt < other.publishedAt ? 1 : -1,
  );
}
