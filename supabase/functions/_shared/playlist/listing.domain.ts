import { API_PAGE_SIZE, LIVE_LENGTH, UPCOMING_LENGTH } from "./data-api.domain.ts";
import { MAX_VIDEOS_PER_PLAYLIST, newestFirst } from "./playlist.domain.ts";
import type { Listing, Video } from "./playlist.domain.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "../runtime/durations.ts";

/**
 * How a list of the platform is kept up to date without reading all of it: its two ends are put
 * around what is known, and the source's own count tells whether that explains every change.
 *
 * Figures for nine lists that somebody always looks at, in units of the Data API a day: one page of
 * the newest end every 15 minutes, 96; the other end every half hour, 48; durations and views of the
 * newest, 4 to 48; whole readings, 20. Nine times that is below 2,000.
 */

/** What reading one list whole may cost a day; the platform gives 10,000 for everything. */
const DAILY_WALK_UNITS = 20;
const WALK_EVERY_AT_LEAST_MS = 6 * HOUR_MS;
const WALK_EVERY_AT_MOST_MS = 7 * DAY_MS;
/** A change that the ends do not explain brings the next whole reading forward, by so much. */
const EARLY_WALK_SHARE = 1 / 6;
/** The end that the newest video is not at. */
const OTHER_END_EVERY_MS = 30 * MINUTE_MS;
const DETAILS_EVERY_MS = 6 * HOUR_MS;
const UPCOMING_DETAILS_EVERY_MS = 30 * MINUTE_MS;
const LIVE_DETAILS_EVERY_MS = 15 * MINUTE_MS;

/** Pages of a list, and as many calls for details as there are videos to keep. */
function walkUnits(count: number): number {
  const kept = Math.min(count, MAX_VIDEOS_PER_PLAYLIST);
  return Math.ceil(count / API_PAGE_SIZE) + Math.ceil(kept / API_PAGE_SIZE);
}

/** How often a list is read whole: the longer it is, the less often. */
function walkEveryMs(count: number): number {
  const ms = (walkUnits(count) / DAILY_WALK_UNITS) * DAY_MS;
  return Math.min(Math.max(ms, WALK_EVERY_AT_LEAST_MS), WALK_EVERY_AT_MOST_MS);
}

/**
 * True when the whole list is to be read.
 *
 * @param isExplained false when something has changed that its ends do not show.
 */
export function isWalkDue(listing: Listing, isExplained: boolean, atMs: number): boolean {
  const everyMs = walkEveryMs(listing.count);
  return atMs - listing.fullAtMs >= (isExplained ? everyMs : everyMs * EARLY_WALK_SHARE);
}

/** True when the end without the newest video is to be looked at although nothing points there. */
export function isOtherEndDue(listing: Listing, atMs: number): boolean {
  return atMs - listing.endsAtMs >= OTHER_END_EVERY_MS;
}

/** True when durations and views of the newest are to be read again: soon while one is on air. */
export function areDetailsDue(listing: Listing, videos: readonly Video[], atMs: number): boolean {
  const lengths = new Set(newestOf(videos).map(({ duration }) => duration));
  const everyMs = lengths.has(LIVE_LENGTH)
    ? LIVE_DETAILS_EVERY_MS
    : lengths.has(UPCOMING_LENGTH)
      ? UPCOMING_DETAILS_EVERY_MS
      : DETAILS_EVERY_MS;
  return atMs - listing.detailsAtMs >= everyMs;
}

/** The newest videos, as many as one call tells details of. */
export function newestOf(videos: readonly Video[]): Video[] {
  return newestFirst(videos).slice(0, API_PAGE_SIZE);
}

/** At which end new videos come in: some owners put them on top, others let them be appended. */
export function newestEnd(listing: Listing, videos: readonly Video[]): "head" | "tail" {
  const [newest] = newestFirst(videos);
  const at = newest === undefined ? 0 : listing.ids.indexOf(newest.id);
  return at < listing.ids.length / 2 ? "head" : "tail";
}

/**
 * True when the source counts what our list of ids would let one expect; otherwise something has
 * changed where we have not looked.
 */
export function isExplained(known: Listing, ids: readonly string[], countNow: number): boolean {
  return expectedCount(known, ids) === countNow;
}

/** What the source would count for `ids`, seen from an earlier reading. */
export function expectedCount(known: Listing, ids: readonly string[]): number {
  return known.count + ids.length - known.ids.length;
}

/**
 * Puts a fresh first page in front of what is known of the rest.
 *
 * What stood on the old first page and is not on the new one was either pushed down or removed. It
 * was pushed down, and stays, when everything behind it on the old page left as well; it was removed
 * when something behind it is still there.
 *
 * @param oldPageSize how many of the known ids stood on that page.
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

/** Puts fresh last pages behind what is known of the rest: the same from the other side. */
export function mergeTail(
  known: readonly string[],
  pages: readonly string[],
  oldSize: number,
): string[] {
  return mergeHead(known.toReversed(), pages.toReversed(), oldSize).toReversed();
}

/** The newest of more videos than are kept, in the order of the list. */
export function keepNewest(videos: readonly Video[]): readonly Video[] {
  if (videos.length <= MAX_VIDEOS_PER_PLAYLIST) return videos;
  const kept = new Set(newestFirst(videos).slice(0, MAX_VIDEOS_PER_PLAYLIST));
  return videos.filter((video) => kept.has(video));
}
