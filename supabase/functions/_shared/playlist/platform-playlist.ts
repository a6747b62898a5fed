import { OutboundError } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import {
  API_PAGE_SIZE,
  isShown,
  publishedAtMs,
  toVideo,
  withDetails,
  withTexts,
} from "./data-api.domain.ts";
import type { PlaylistItem, PlaylistPage, VideoDetails } from "./data-api.domain.ts";
import { StalePageToken } from "./data-api.ts";
import type { DataApi } from "./data-api.ts";
import {
  areDetailsDue,
  expectedCount,
  isExplained,
  isOtherEndDue,
  isWalkDue,
  keepNewest,
  mergeHead,
  mergeTail,
  newestEnd,
  newestOf,
} from "./listing.domain.ts";
import { MAX_LISTED_IDS, MAX_VIDEOS_PER_PLAYLIST } from "./playlist.domain.ts";
import type { Listing, PlaylistSnapshot, Video } from "./playlist.domain.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/**
 * Reads a list of the platform so that its newest videos appear within 15 minutes at either end,
 * with few units: a full reading (walk) now and then, and only the ends in between.
 */

const MAX_PAGES = MAX_LISTED_IDS / API_PAGE_SIZE;
/** Timeout of a walk; its calls have shorter ones. */
const WALK_MAX_MS = MINUTE_MS;
/** Last pages to try after a list became shorter, before a walk. */
const TAIL_TRIES = 3;

export type PlatformPlaylists = {
  /**
   * Refreshes a playlist: in full if `known` is null or old, otherwise its ends.
   *
   * @param isForced a user requested it: both ends are read
   * @throws PlaylistError or OutboundError
   */
  refresh(
    playlistId: string,
    known: PlaylistSnapshot | null,
    isForced: boolean,
  ): Promise<PlaylistSnapshot>;
};

/** Reads playlists through the Data API. */
export function createPlatformPlaylists(api: DataApi, now: () => number): PlatformPlaylists {
  return {
    async refresh(playlistId, known, isForced) {
      const source: Source = { api, playlistId, now };
      const atMs = now();
      const listing = known?.source === "api" ? known.listing : null;
      if (!known || !listing || isWalkDue(listing, true, atMs)) return await walk(source);
      const ends = await readEnds(source, { known, listing, isForced, atMs });
      if (!ends.isExplained && isWalkDue(listing, false, atMs)) return await walk(source);
      return await applyEnds(api, { known, listing, ends, atMs });
    },
  };
}

type Source = {
  readonly api: DataApi;
  readonly playlistId: string;
  readonly now: () => number;
};

const idOf = (item: PlaylistItem): string => item.contentDetails.videoId;

/** Reads pages from a token to the end of the list or to the limit. */
async function readPagesFrom(
  { api, playlistId, now }: Source,
  token: string | null,
  mostPages: number,
): Promise<{ pages: PlaylistPage[]; tokens: string[]; isToTheEnd: boolean }> {
  const startedAtMs = now();
  const first = await api.readPage(playlistId, token);
  const pages = [first];
  const tokens: string[] = [];
  let next = first.nextPageToken;
  while (next !== null && pages.length < mostPages && !tokens.includes(next) && next !== token) {
    if (now() - startedAtMs > WALK_MAX_MS) throw new OutboundError("timeout", "walk too long");
    tokens.push(next);
    const page = await api.readPage(playlistId, next);
    pages.push(page);
    next = page.nextPageToken;
  }
  return { pages, tokens, isToTheEnd: next === null };
}

async function walk(source: Source): Promise<PlaylistSnapshot> {
  const { api, now } = source;
  const atMs = now();
  const { pages, tokens, isToTheEnd } = await readPagesFrom(source, null, MAX_PAGES).catch(
    (error: unknown) => {
      if (error instanceof StalePageToken) throw new OutboundError("bad_answer", error.message);
      throw error;
    },
  );
  const items = firstOfEach(pages.flatMap((page) => page.items));
  const shown = newestItems(items.filter(isShown));
  const details = await readDetails(api, shown.map(idOf));
  const videos = shown.flatMap((item) => toVideo(item, details.get(idOf(item))) ?? []);
  const playable = new Set(videos.map(({ id }) => id));
  return {
    source: "api",
    fetchedAtMs: atMs,
    videos,
    listing: {
      ids: items.map(idOf),
      count: pages[0]?.listedCount ?? 0,
      pageTokens: isToTheEnd ? tokens : [],
      unplayableIds: shown.map(idOf).filter((id) => !playable.has(id)),
      fullAtMs: atMs,
      endsAtMs: atMs,
      detailsAtMs: atMs,
    },
  };
}

/** Keeps the first item of each id, in order: a list may contain a video twice. */
function firstOfEach(items: readonly PlaylistItem[]): PlaylistItem[] {
  return [...new Map(items.toReversed().map((item) => [idOf(item), item])).values()].toReversed();
}

/** Keeps the newest items up to the limit, in the order of the list. */
function newestItems(items: readonly PlaylistItem[]): readonly PlaylistItem[] {
  if (items.length <= MAX_VIDEOS_PER_PLAYLIST) return items;
  const byDate = items.toSorted((one, other) => publishedAtMs(other) - publishedAtMs(one));
  const kept = new Set(byDate.slice(0, MAX_VIDEOS_PER_PLAYLIST));
  return items.filter((item) => kept.has(item));
}

async function readDetails(
  api: DataApi,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VideoDetails>> {
  const calls: Promise<ReadonlyMap<string, VideoDetails>>[] = [];
  for (let at = 0; at < ids.length; at += API_PAGE_SIZE) {
    calls.push(api.readDetails(ids.slice(at, at + API_PAGE_SIZE)));
  }
  return new Map((await Promise.all(calls)).flatMap((details) => [...details]));
}

/** Known state of a list while its ends are read. */
type Ends = {
  readonly ids: readonly string[];
  readonly pageTokens: readonly string[];
  readonly items: readonly PlaylistItem[];
  /** Count of the source; null before it was read. */
  readonly count: number | null;
  /** The list has one page, which was read. */
  readonly isWhole: boolean;
};

type EndReader = (source: Source, ends: Ends) => Promise<Ends>;

const readHead: EndReader = async ({ api, playlistId }, ends) => {
  const page = await api.readPage(playlistId, null);
  const pageIds = page.items.map(idOf);
  const items = [...page.items, ...ends.items];
  if (page.nextPageToken === null) {
    return {
      ids: [...new Set(pageIds)],
      pageTokens: [],
      items,
      count: page.listedCount,
      isWhole: true,
    };
  }
  const hadOnePage = ends.ids.length <= API_PAGE_SIZE && ends.pageTokens.length === 0;
  return {
    ...ends,
    ids: mergeHead(ends.ids, pageIds, API_PAGE_SIZE),
    pageTokens: hadOnePage ? [page.nextPageToken] : ends.pageTokens,
    items,
    count: page.listedCount,
  };
};

const readTail: EndReader = async (source, ends) => {
  const { ids, pageTokens } = ends;
  for (
    let kept = pageTokens.length;
    kept > Math.max(0, pageTokens.length - TAIL_TRIES);
    kept -= 1
  ) {
    const tail = await readTailFrom(source, pageTokens.slice(0, kept));
    if (tail === null) continue;
    const pageIds = tail.items.map(idOf);
    return {
      ...ends,
      ids: mergeTail(ids, pageIds, Math.max(0, ids.length - kept * API_PAGE_SIZE)),
      pageTokens: tail.pageTokens,
      items: [...ends.items, ...tail.items],
      count: tail.count,
    };
  }
  return ends;
};

/** Reads pages from the last token on; null if there are none left. */
async function readTailFrom(
  source: Source,
  pageTokens: readonly string[],
): Promise<{ items: PlaylistItem[]; pageTokens: string[]; count: number } | null> {
  const token = pageTokens.at(-1) ?? null;
  try {
    const { pages, tokens } = await readPagesFrom(source, token, MAX_PAGES - pageTokens.length);
    const items = pages.flatMap((page) => page.items);
    if (items.length === 0) return null;
    const count = pages.at(-1)?.listedCount ?? 0;
    return { items, pageTokens: [...pageTokens, ...tokens], count };
  } catch (error) {
    if (error instanceof StalePageToken) return null;
    throw error;
  }
}

type Known = { readonly known: PlaylistSnapshot; readonly listing: Listing; readonly atMs: number };

/** State of both ends, and whether they explain every change of the list. */
type EndsReading = Ends & { readonly isExplained: boolean; readonly hasBoth: boolean };

async function readEnds(
  source: Source,
  { known, listing, isForced, atMs }: Known & { isForced: boolean },
): Promise<EndsReading> {
  const { ids, pageTokens } = listing;
  const start: Ends = { ids, pageTokens, items: [], count: null, isWhole: false };
  const isTailFirst = pageTokens.length > 0 && newestEnd(listing, known.videos) === "tail";
  const [readFirst, readOther] = isTailFirst ? [readTail, readHead] : [readHead, readTail];
  const first = await readFirst(source, start);
  if (first.isWhole) return { ...first, isExplained: true, hasBoth: true };
  const isTold = first.count !== null && isExplained(listing, first.ids, first.count);
  const hasChanged = first.count !== listing.count;
  if (isTold && (hasChanged || !(isForced || isOtherEndDue(listing, atMs)))) {
    return { ...first, isExplained: true, hasBoth: false };
  }
  const both = await readOther(source, first);
  const isFound =
    both.isWhole || (both.count !== null && isExplained(listing, both.ids, both.count));
  return { ...both, isExplained: isFound, hasBoth: true };
}

async function applyEnds(
  api: DataApi,
  { known, listing, ends, atMs }: Known & { ends: EndsReading },
): Promise<PlaylistSnapshot> {
  const areDue = areDetailsDue(listing, known.videos, atMs);
  const unplayable = new Set(areDue ? [] : listing.unplayableIds);
  const byId = new Map(known.videos.map((video) => [video.id, video]));
  const isTooOld = tooOld(known.videos);
  const added: PlaylistItem[] = [];
  for (const item of firstOfEach(ends.items)) {
    const video = byId.get(idOf(item));
    if (!isShown(item)) byId.delete(idOf(item));
    else if (video) byId.set(idOf(item), withTexts(video, item));
    else if (!unplayable.has(idOf(item)) && !isTooOld(item)) added.push(item);
  }
  const renewed = areDue ? newestOf([...byId.values()]) : [];
  const details = await readDetails(api, [...added.map(idOf), ...renewed.map(({ id }) => id)]);
  for (const video of renewed) put(byId, video.id, withDetails(video, details.get(video.id)));
  for (const item of added) {
    const video = toVideo(item, details.get(idOf(item)));
    put(byId, idOf(item), video);
    if (video === null) unplayable.add(idOf(item));
  }
  const videos = ends.ids.flatMap((id) => byId.get(id) ?? []);
  return {
    source: "api",
    fetchedAtMs: atMs,
    videos: keepNewest(videos),
    listing: {
      ids: ends.ids.slice(0, MAX_LISTED_IDS),
      count: ends.isWhole ? (ends.count ?? 0) : expectedCount(listing, ends.ids),
      pageTokens: ends.pageTokens,
      unplayableIds: [...unplayable],
      fullAtMs: ends.isWhole ? atMs : listing.fullAtMs,
      endsAtMs: ends.hasBoth ? atMs : listing.endsAtMs,
      detailsAtMs: areDue ? atMs : listing.detailsAtMs,
    },
  };
}

function put(byId: Map<string, Video>, id: string, video: Video | null): void {
  if (video === null) byId.delete(id);
  else byId.set(id, video);
}

/** At the limit, items older than all stored videos need no details. */
function tooOld(videos: readonly Video[]): (item: PlaylistItem) => boolean {
  if (videos.length < MAX_VIDEOS_PER_PLAYLIST) return () => false;
  const oldestMs = Math.min(...videos.map(({ publishedAt }) => Date.parse(publishedAt)));
  return (item) => publishedAtMs(item) <= oldestMs;
}
