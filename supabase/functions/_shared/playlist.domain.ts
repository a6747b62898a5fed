import { z } from "zod";

/**
 * What the function `youtube-playlist-videos` answers. The same shape as `shared/video.ts`, spelled
 * out here because a function is deployed alone; a test parses our answers with that schema.
 */

export type Video = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Picture path on the product's own server, without size. */
  readonly thumbnail: string;
  readonly duration: string;
  readonly viewCount: string;
  /** ISO 8601 instant. */
  readonly publishedAt: string;
};

export type PlaylistSource = "api" | "rss" | "bundled";

/** One reading of a playlist; never changed after it was made. */
export type PlaylistSnapshot = {
  readonly source: PlaylistSource;
  readonly videos: readonly Video[];
  /** When the source was last read, milliseconds since the epoch. */
  readonly fetchedAtMs: number;
  /** When all pages were last read; equals `fetchedAtMs` for a source without pages. */
  readonly fullAtMs: number;
  /** Ids on the first page, the dropped ones among them: how a change further down is noticed. */
  readonly headIds: readonly string[];
  /** How many items the source says it lists, the dropped ones among them. */
  readonly listedCount: number;
};

/** Longest list that is kept: 20 pages of 50 (video reference, 2.1). */
export const MAX_VIDEOS_PER_PLAYLIST = 1_000;
export const MAX_TITLE_CHARACTERS = 200;
/** Lists show no description; this much serves share tags without making every answer heavy. */
export const MAX_DESCRIPTION_CHARACTERS = 300;

export const PLAYLIST_ID_PATTERN = /^[A-Za-z0-9_-]{10,64}$/;
export const VIDEO_ID_PATTERN = /^[A-Za-z0-9_-]{11}$/;

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
  thumbnail: z.string().startsWith("/img/yt/"),
  duration: z.string(),
  viewCount: z.string(),
  publishedAt: z.string(),
});

const snapshotSchema = z.object({
  source: z.enum(["api", "rss"]),
  videos: z.array(videoSchema).max(MAX_VIDEOS_PER_PLAYLIST),
  fetchedAtMs: z.number().int().nonnegative(),
  fullAtMs: z.number().int().nonnegative(),
  headIds: z.array(z.string()),
  listedCount: z.number().int().nonnegative(),
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

/** What the first page of a playlist said. */
export type PlaylistHead = {
  readonly videos: readonly Video[];
  readonly listedIds: readonly string[];
  readonly listedCount: number;
  readonly hasMorePages: boolean;
};

/**
 * Puts a fresh first page in front of what is known of the rest (video reference, 2.1).
 *
 * What stood on the old first page and is not on the new one was either pushed down or removed. It
 * was pushed down, and stays, when everything behind it on the old page left as well; it was removed
 * when something behind it is still there. Changes further down show at the next full walk.
 */
export function mergeHead(
  known: Pick<PlaylistSnapshot, "videos" | "headIds">,
  head: PlaylistHead,
): Video[] {
  if (!head.hasMorePages) return withoutRepeats(head.videos);
  const listed = new Set(head.listedIds);
  const lastShared = known.headIds.findLastIndex((id) => listed.has(id));
  const settled = new Set([...head.listedIds, ...known.headIds.slice(0, lastShared + 1)]);
  const rest = known.videos.filter((video) => !settled.has(video.id));
  return withoutRepeats([...head.videos, ...rest]).slice(0, MAX_VIDEOS_PER_PLAYLIST);
}

/**
 * True when the playlist grew or shrank although its first page is as it was: then the change lies
 * further down and only a full walk shows it (new videos are appended to many playlists).
 */
export function hasChangedBelowHead(known: PlaylistSnapshot, head: PlaylistHead): boolean {
  const isSameHead =
    head.listedIds.length === known.headIds.length &&
    head.listedIds.every((id, index) => id === known.headIds[index]);
  return isSameHead && head.listedCount !== known.listedCount;
}
