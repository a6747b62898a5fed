import { OutboundError } from "./bounded-fetch.ts";
import type { OutboundReply } from "./bounded-fetch.ts";
import {
  API_PAGE_SIZE,
  classifyApiError,
  parsePlaylistPage,
  parseVideoDetails,
  PLAYLIST_ITEMS_FIELDS,
  toVideo,
  VIDEOS_FIELDS,
} from "./data-api.domain.ts";
import type { PlaylistItem, PlaylistPage } from "./data-api.domain.ts";
import { nextPacificMidnightMs } from "./pacific-day.domain.ts";
import { hasChangedBelowHead, mergeHead, withoutRepeats } from "./playlist.domain.ts";
import type { PlaylistSnapshot, Video } from "./playlist.domain.ts";
import { PlaylistError } from "./playlist-error.ts";
import type { FunctionLog } from "./runtime.ts";
import type { UnitBudget } from "./unit-budget.ts";
import type { Upstream } from "./upstream.ts";

const HOUR_MS = 60 * 60 * 1_000;
/** All pages are read again after this long (video reference, 2.1: `fullTtl`). */
export const FULL_WALK_EVERY_MS = 6 * HOUR_MS;
/** A change below the first page causes an early full walk at most this often. */
const EARLY_WALK_EVERY_MS = HOUR_MS;
const MAX_PAGES = 20;
/** A walk that takes longer is given up; the calls in it have shorter limits of their own. */
const WALK_MAX_MS = 60_000;

export type DataApiOptions = {
  /** Without trailing slash. */
  readonly base: string;
  readonly key: string;
  readonly upstream: Upstream;
  readonly budget: UnitBudget;
  readonly now: () => number;
  readonly log: FunctionLog;
};

export type DataApi = {
  /**
   * Reads a playlist: all pages when `known` is null or its last full walk is long ago, otherwise
   * the first page, put in front of what is known.
   *
   * @throws PlaylistError or OutboundError
   */
  refresh(playlistId: string, known: PlaylistSnapshot | null): Promise<PlaylistSnapshot>;
};

/** The Data API as a source of playlists. */
export function createDataApi(options: DataApiOptions): DataApi {
  const { now } = options;
  const read = createReader(options);

  async function readPage(playlistId: string, pageToken: string | null): Promise<PlaylistPage> {
    const query = {
      part: "snippet,contentDetails,status",
      playlistId,
      maxResults: String(API_PAGE_SIZE),
      fields: PLAYLIST_ITEMS_FIELDS,
      ...(pageToken === null ? {} : { pageToken }),
    };
    return await read("playlistItems", query, parsePlaylistPage);
  }

  async function readVideos(items: readonly PlaylistItem[]): Promise<Video[]> {
    const ids = [...new Set(items.map((item) => item.contentDetails.videoId))];
    if (ids.length === 0) return [];
    const details = await read(
      "videos",
      {
        part: "snippet,contentDetails,statistics,status",
        id: ids.join(","),
        fields: VIDEOS_FIELDS,
      },
      parseVideoDetails,
    );
    const byId = new Map(details.map((detail) => [detail.id, detail]));
    return items.flatMap((item) => toVideo(item, byId.get(item.contentDetails.videoId)) ?? []);
  }

  async function readFollowingPages(
    playlistId: string,
    head: PlaylistPage,
  ): Promise<PlaylistItem[][]> {
    const pages: PlaylistItem[][] = [];
    const startedAtMs = now();
    let token = head.nextPageToken;
    while (token !== null && pages.length < MAX_PAGES - 1) {
      if (now() - startedAtMs > WALK_MAX_MS) throw new OutboundError("timeout", "walk too long");
      const page = await readPage(playlistId, token);
      pages.push([...page.items]);
      token = page.nextPageToken;
    }
    return pages;
  }

  return {
    async refresh(playlistId, known) {
      const atMs = now();
      const page = await readPage(playlistId, null);
      const head = {
        videos: await readVideos(page.items),
        listedIds: page.items.map((item) => item.contentDetails.videoId),
        listedCount: page.listedCount,
        hasMorePages: page.nextPageToken !== null,
      };
      const base = {
        source: "api",
        fetchedAtMs: atMs,
        headIds: head.listedIds,
        listedCount: head.listedCount,
      } as const;
      if (known && !isFullWalkDue(known, hasChangedBelowHead(known, head), atMs)) {
        return { ...base, videos: mergeHead(known, head), fullAtMs: known.fullAtMs };
      }
      const pages = await readFollowingPages(playlistId, page);
      const tail = await Promise.all(pages.map(readVideos));
      return {
        ...base,
        videos: withoutRepeats([head.videos, ...tail].flat()),
        fullAtMs: atMs,
      };
    },
  };
}

function isFullWalkDue(known: PlaylistSnapshot, hasChanged: boolean, atMs: number): boolean {
  if (known.source !== "api") return true;
  const ageMs = atMs - known.fullAtMs;
  return ageMs >= (hasChanged ? EARLY_WALK_EVERY_MS : FULL_WALK_EVERY_MS);
}

type Reader = <T>(
  method: "playlistItems" | "videos",
  query: Readonly<Record<string, string>>,
  parse: (json: unknown) => T | null,
) => Promise<T>;

/** How long a refused key is not tried again. */
const KEY_PAUSE_MS = 15 * 60 * 1_000;

/**
 * One call to the API, paid from the budget. The key travels in a header, so that it stands in no
 * address and no log. A used-up quota or a refused key concerns every playlist: after one such
 * answer no call leaves until midnight Pacific, or for 15 minutes.
 */
function createReader(options: DataApiOptions): Reader {
  const { base, key, upstream, budget, now, log } = options;
  let refused: { readonly error: PlaylistError; readonly untilMs: number } | null = null;

  function noteRefusal(error: PlaylistError): void {
    if (error.code === "quota_exceeded") {
      refused = { error, untilMs: nextPacificMidnightMs(now()) };
      log("error", "the video platform's daily quota is used up", { code: error.code });
    }
    if (error.code === "key_refused") {
      refused = { error, untilMs: now() + KEY_PAUSE_MS };
      log("error", "the video platform refused YOUTUBE_API_KEY", { code: error.code });
    }
  }

  return async (method, query, parse) => {
    if (refused && now() < refused.untilMs) throw refused.error;
    return await upstream.call({
      url: `${base}/${method}?${new URLSearchParams(query)}`,
      headers: { "x-goog-api-key": key, accept: "application/json" },
      beforeAttempt: () => budget.spend(1),
      read(reply) {
        const json = parseJson(reply);
        if (reply.status !== 200) {
          const error = new PlaylistError(classifyApiError(reply.status, json));
          noteRefusal(error);
          throw error;
        }
        const value = parse(json);
        if (value === null) throw new OutboundError("bad_answer", `unexpected ${method} answer`);
        return value;
      },
    });
  };
}

function parseJson(reply: OutboundReply): unknown {
  if (!/^application\/json\b/i.test(reply.headers.get("content-type") ?? "")) {
    throw new OutboundError("bad_answer", `not JSON, status ${reply.status}`);
  }
  try {
    return JSON.parse(new TextDecoder().decode(reply.bytes));
  } catch (error) {
    throw new OutboundError("bad_answer", "broken JSON", { cause: error });
  }
}
