import { API_PAGE_SIZE, LIVE_LENGTH, UPCOMING_LENGTH } from "./data-api.domain.ts";
import { MAX_VIDEOS_PER_PLAYLIST, newestFirst } from "./playlist.domain.ts";
import type { Listing, Video } from "./playlist.domain.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "@reign-tv/kit/durations.ts";

/**
 * Keeps a list of the platform up to date without reading all of it: its two ends are merged with
 * the known list, and the source's own count shows whether that explains every change.
 *
 * Units of the Data API per day for nine lists in constant use: one page of the newest end every 15
 * minutes, 96; the other end every half hour, 48; durations and views of the newest, 4 to 48; full
 * readings, 20. Nine times that is below 2,000.
 */

/** Budget for full readings of one list per day; the platform grants 10,000 units in total. */
const DAILY_WALK_UNITS = 20;
const WALK_EVERY_AT_LEAST_MS = 6 * HOUR_MS;
const WALK_EVERY_AT_MOST_MS = 7 * DAY_MS;
/** An unexplained change brings the next full reading forward to this share. */
const EARLY_WALK_SHARE = 1 / 6;
/** Interval for the end without the newest video. */
const OTHER_END_EVERY_MS = 30 * MINUTE_MS;
const DETAILS_EVERY_MS = 6 * HOUR_MS;
const UPCOMING_DETAILS_EVERY_MS = 30 * MINUTE_MS;
const LIVE_DETAILS_EVERY_MS = 15 * MINUTE_MS;

/** Pages of a list, plus one details call per 50 stored videos. */
function walkUnits(count: number): number {
  const kept = Math.min(count, MAX_VIDEOS_PER_PLAYLIST);
  return Math.ceil(count / API_PAGE_SIZE) + Math.ceil(kept / API_PAGE_SIZE);
}

/** Interval of full readings: longer for longer lists. */
function walkEveryMs(count: number): number {
  const ms = (walkUnits(count) / DAILY_WALK_UNITS) * DAY_MS;
  return Math.min(Math.max(ms, WALK_EVERY_AT_LEAST_MS), WALK_EVERY_AT_MOST_MS);
}

/**
 * Returns whether the whole list must be read.
 *
 * @param isExplained false after a change that the ends do not show
 */
export function isWalkDue(listing: Listing, isExplained: boolean, atMs: number): boolean {
  const everyMs = walkEveryMs(listing.count);
  return atMs - listing.fullAtMs >= (isExplained ? everyMs : everyMs * EARLY_WALK_SHARE);
}

/** Returns whether the end without the newest video must be read. */
export function isOtherEndDue(listing: Listing, atMs: number): boolean {
  return atMs - listing.endsAtMs >= OTHER_END_EVERY_MS;
}

/** Returns whether durations and views of the newest must be read: sooner during a broadcast. */
export function areDetailsDue(listing: Listing, videos: readonly Video[], atMs: number): boolean {
  const lengths = new Set(newestOf(videos).map(({ duration }) => duration));
  const everyMs = lengths.has(LIVE_LENGTH)
    ? LIVE_DETAILS_EVERY_MS
    : lengths.has(UPCOMING_LENGTH)
      ? UPCOMING_DETAILS_EVERY_MS
      : DETAILS_EVERY_MS;
  return atMs - listing.detailsAtMs >= everyMs;
}

/** Returns the newest videos: as many as one details call covers. */
export function newestOf(videos: readonly Video[]): Video[] {
  return newestFirst(videos).slice(0, API_PAGE_SIZE);
}

/** Returns the end where new videos appear; some owners prepend, others append. */
export function newestEnd(listing: Listing, videos: readonly Video[]): "head" | "tail" {
  const [newest] = newestFirst(videos);
  const at = newest === undefined ? 0 : listing.ids.indexOf(newest.id);
  return at < listing.ids.length / 2 ? "head" : "tail";
}

/**
 * Returns whether the source's count matches our ids; otherwise something changed between the ends.
 */
export function isExplained(known: Listing, ids: readonly string[], countNow: number): boolean {
  return expectedCount(known, ids) === countNow;
}

/** Returns the count expected for `ids`, based on an earlier reading. */
export function expectedCount(known: Listing, ids: readonly string[]): number {
  return known.count + ids.length - known.ids.length;
}

/**
 * Merges a fresh first page with the known rest.
 *
 * An id of the old first page that is missing on the new one was pushed down or removed. It was
 * pushed down, and stays, if everything after it on the old page is missing as well; it was removed
 * if something after it is still there.
 *
 * @param oldPageSize number of known ids on that page
 */
export function mergeHead(
  known: readonly string[],
  page: readonly string[],
  oldPageSize: number,
): string[] {
  const listed = new Set(page);
  const lastShared = known.slice(0, oldPageSize).findLastIndex((id) => listed.has(id));
  const settled = new Set([...listed, ...known.slice(0, lastShared + 1)]);
  return [...listed, ...known.filter((id) => !settled.has(id))];
}

/** Merges fresh last pages with the known rest, like `mergeHead`. */
export function mergeTail(
  known: readonly string[],
  pages: readonly string[],
  oldSize: number,
): string[] {
  return mergeHead(known.toReversed(), pages.toReversed(), oldSize).toReversed();
}

/** Keeps the newest videos up to the limit, in the order of the list. */
export function keepNewest(videos: readonly Video[]): readonly Video[] {
  if (videos.length <= MAX_VIDEOS_PER_PLAYLIST) return videos;
  const kept = new Set(newestFirst(videos).slice(0, MAX_VIDEOS_PER_PLAYLIST));
  return videos.filter((video) => kept.has(video));
}
