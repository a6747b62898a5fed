import { z } from "zod";

/**
 * What the function `youtube-playlist-videos` answers and keeps. A function is deployed alone, so the shape
 * of its answer stands here once more; tests hold it to `shared/contracts/playlist-videos.ts`.
 */

export type Video = Readonly<z.infer<typeof videoSchema>>;

/** What a ministry says of a video that no source tells; texts in the reader's language. */
export type VideoSaid = {
  readonly speaker?: string | undefined;
  readonly series?: string | undefined;
  /** Day, "2024-05-03". */
  readonly date?: string | undefined;
  /** Passage of Scripture, "John 3:16". */
  readonly passage?: string | undefined;
  /** Videos that belong to it, from either end. */
  readonly links?: readonly LinkedVideo[] | undefined;
};

export type LinkedVideo = {
  readonly id: string;
  readonly title: string;
  /** What the linked video is. */
  readonly relation: "prophecy" | "confirmation" | "testimony";
};

export type PlaylistSource = "api" | "rss" | "bundled";

/** The answer, before it is written as JSON. */
export type PlaylistAnswer = {
  readonly videos: readonly Video[];
  readonly source: PlaylistSource;
  /** ISO 8601 instant of the moment the source was read. */
  readonly fetchedAt: string;
  /** The source could not be read now, and this is its last good answer. */
  readonly stale: boolean;
};

/** One reading of a playlist; never changed after it was made. */
export type PlaylistSnapshot = {
  readonly source: PlaylistSource;
  readonly videos: readonly Video[];
  /** When the source was last read, milliseconds since the epoch. */
  readonly fetchedAtMs: number;
  /** What the next reading of a list of the Data API starts from; null for the other sources. */
  readonly listing: Listing | null;
};

/** What is remembered of a list of the Data API between its readings; times in ms since the epoch. */
export type Listing = {
  /** Ids in the list's order, each once, the dropped ones among them. */
  readonly ids: readonly string[];
  /** How many items the source would count if `ids` were the whole truth. */
  readonly count: number;
  /** Lead to the second page, the third and so on; none when the end of the list is out of reach. */
  readonly pageTokens: readonly string[];
  /** Ids of visible items that turned out not to be playable; asked about again now and then. */
  readonly unplayableIds: readonly string[];
  /** When all pages were last read. */
  readonly fullAtMs: number;
  /** When both ends were last read. */
  readonly endsAtMs: number;
  /** When durations and views of the newest were last read. */
  readonly detailsAtMs: number;
};

/** Of a longer list the newest so many are kept. */
export const MAX_VIDEOS_PER_PLAYLIST = 1_000;
/** The longest playlist that the platform lets people make, and the longest that is walked. */
export const MAX_LISTED_IDS = 5_000;
export const MAX_TITLE_CHARACTERS = 200;
/** As long as the platform lets one be: chapters stand in it. */
export const MAX_DESCRIPTION_CHARACTERS = 5_000;
/** What a list carries of each; the whole text comes for the one video that somebody opens. */
export const MAX_LISTED_DESCRIPTION_CHARACTERS = 300;

export const PLAYLIST_ID_PATTERN = /^[A-Za-z0-9_-]{10,64}$/;
/** A language's primary BCP 47 tag, for example "fr". */
export const LANGUAGE_PATTERN = /^[a-z]{2,3}$/;
export const VIDEO_ID_PATTERN = /^[A-Za-z0-9_-]{11}$/;
const CLIP_ID_PATTERN = /^clip-[a-z0-9-]{3,60}$/;

/** True for what can be the id of a video at all: of the platform, or of the bundled library. */
export function isVideoId(text: string): boolean {
  return VIDEO_ID_PATTERN.test(text) || CLIP_ID_PATTERN.test(text);
}

/** `library-{category}` names a category of the bundled library. */
const LIBRARY_PLAYLIST = /^library-([a-z][a-z-]{2,40})$/;

/** The category of a bundled playlist id, or null for a playlist of the platform. */
export function libraryCategory(playlistId: string): string | null {
  return LIBRARY_PLAYLIST.exec(playlistId)?.[1] ?? null;
}

/** Picture path of a platform video; the web app appends the width. */
export function youtubeThumbnail(videoId: string): string {
  return `/img/yt/${videoId}`;
}

const videoSchema = z.object({
  id: z.string().regex(VIDEO_ID_PATTERN),
  title: z.string(),
  description: z.string(),
  /** Picture path on the product's own server, without size. */
  thumbnail: z.string().startsWith("/img/yt/"),
  duration: z.string(),
  viewCount: z.string(),
  /** ISO 8601 instant. */
  publishedAt: z.string(),
  /** Primary BCP 47 tag of the language spoken, where the source tells. */
  language: z.string().regex(LANGUAGE_PATTERN).optional(),
  /** Size of a bundled clip. */
  bytes: z.number().optional(),
  /** What the ministry says beyond the source, a `VideoSaid`; told of one video, not in lists. */
  said: z.unknown().optional(),
});

const instantMs = z.number().int().nonnegative();

const listingSchema = z.object({
  ids: z.array(z.string()).max(MAX_LISTED_IDS),
  count: z.number().int(),
  pageTokens: z.array(z.string()),
  unplayableIds: z.array(z.string()),
  fullAtMs: instantMs,
  endsAtMs: instantMs,
  detailsAtMs: instantMs,
});

const snapshotSchema = z.object({
  source: z.enum(["api", "rss"]),
  videos: z.array(videoSchema).max(MAX_VIDEOS_PER_PLAYLIST),
  fetchedAtMs: instantMs,
  // What an older release stored has none, or another one: it serves until the list is read anew.
  listing: listingSchema.nullable().catch(null),
});

/** Reads a snapshot back from the store; null when the text is damaged or of another shape. */
export function parseStoredSnapshot(text: string): PlaylistSnapshot | null {
  try {
    const result = snapshotSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/** The first of each id, in order: a playlist may list one video twice. */
export function withoutRepeats(videos: readonly Video[]): Video[] {
  const seen = new Set<string>();
  return videos.filter((video) => {
    const isFirst = !seen.has(video.id);
    seen.add(video.id);
    return isFirst;
  });
}

/** What is in a language before the rest; both keep their order. Null for the order as it is. */
export function ofLanguageFirst(videos: readonly Video[], language: string | null): Video[] {
  const isWanted = (video: Video): boolean => language !== null && video.language === language;
  return [...videos.filter(isWanted), ...videos.filter((video) => !isWanted(video))];
}

/** Newest first; videos of one instant keep their order. */
export function newestFirst(videos: readonly Video[]): Video[] {
  // Instants of one form sort as texts do, and lists are long.
  return videos.toSorted((one, other) =>
    one.publishedAt === other.publishedAt ? 0 : one.publishedAt < other.publishedAt ? 1 : -1,
  );
}
