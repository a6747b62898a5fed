import { OutboundError } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import type { OutboundReply } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import {
  API_PAGE_SIZE,
  classifyApiError,
  isStalePageToken,
  parsePlaylistPage,
  parseVideoDetails,
  PLAYLIST_ITEMS_FIELDS,
  VIDEOS_FIELDS,
} from "./data-api.domain.ts";
import type { PlaylistPage, VideoDetails } from "./data-api.domain.ts";
import { nextPacificMidnightMs } from "./pacific-day.domain.ts";
import { PlaylistError } from "./playlist-error.ts";
import type { FunctionLog } from "@reign-tv/kit/function-contract.ts";
import type { UnitBudget } from "./quota-budget.ts";
import type { Upstream } from "@reign-tv/kit/outbound/upstream.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

export type DataApiOptions = {
  /** Without trailing slash. */
  readonly base: string;
  readonly key: string;
  readonly upstream: Upstream;
  readonly budget: UnitBudget;
  readonly now: () => number;
  readonly log: FunctionLog;
};

/** The two Data API calls of the product; each costs one unit, also when it fails. */
export type DataApi = {
  /**
   * Reads the first page of a list, or the page of a token.
   *
   * @throws StalePageToken, PlaylistError or OutboundError
   */
  readPage(playlistId: string, pageToken: string | null): Promise<PlaylistPage>;
  /**
   * Returns details of up to 50 videos by id; deleted ones are absent.
   *
   * @throws PlaylistError or OutboundError
   */
  readDetails(ids: readonly string[]): Promise<ReadonlyMap<string, VideoDetails>>;
};

/** The API no longer accepts a page token. */
export class StalePageToken extends Error {
  constructor() {
    super("the page token is no longer valid");
    this.name = "StalePageToken";
  }
}

/** Creates the client with an API key. */
export function createDataApi(options: DataApiOptions): DataApi {
  const read = createReader(options);
  return {
    async readPage(playlistId, pageToken) {
      const query = {
        part: "snippet,contentDetails,status",
        playlistId,
        maxResults: String(API_PAGE_SIZE),
        fields: PLAYLIST_ITEMS_FIELDS,
        ...(pageToken === null ? {} : { pageToken }),
      };
      return await read("playlistItems", query, parsePlaylistPage);
    },
    async readDetails(ids) {
      const details = await read(
        "videos",
        {
          part: "snippet,contentDetails,statistics,status",
          id: ids.join(","),
          fields: VIDEOS_FIELDS,
        },
        parseVideoDetails,
      );
      return new Map(details.map((detail) => [detail.id, detail]));
    },
  };
}

type Reader = <T>(
  method: "playlistItems" | "videos",
  query: Readonly<Record<string, string>>,
  parse: (json: unknown) => T | null,
) => Promise<T>;

/** A rejected key is not used for this long. */
const KEY_COOLDOWN_MS = 15 * MINUTE_MS;

/**
 * Makes one call, paid from the quota budget. The key is in a header, so that no URL or log
 * contains it. An exhausted quota or rejected key affects every playlist: no further call until
 * midnight Pacific, or for 15 minutes.
 */
function createReader(options: DataApiOptions): Reader {
  const { base, key, upstream, budget, now, log } = options;
  let refused: { readonly error: PlaylistError; readonly untilMs: number } | null = null;

  function noteError(error: PlaylistError): void {
    const isNew = refused?.error.code !== error.code;
    if (error.code === "quota_exceeded") {
      refused = { error, untilMs: nextPacificMidnightMs(now()) };
      if (isNew) log("error", "the video platform's daily quota is used up", { code: error.code });
    }
    if (error.code === "key_refused") {
      refused = { error, untilMs: now() + KEY_COOLDOWN_MS };
      if (isNew) log("error", "the video platform refused YOUTUBE_API_KEY", { code: error.code });
    }
  }

  return async (method, query, parse) => {
    if (refused && now() < refused.untilMs) throw refused.error;
    return await upstream.call({
      url: `${base}/${method}?${new URLSearchParams(query)}`,
      headers: { "x-goog-api-key": key, accept: "application/json" },
      beforeAttempt: () => budget.spend(1),
      read(reply) {
        const json = readJson(reply);
        if ("pageToken" in query && isStalePageToken(reply.status, json))
          throw new StalePageToken();
        if (reply.status !== 200) {
          const error = new PlaylistError(classifyApiError(reply.status, json));
          noteError(error);
          throw error;
        }
        const value = parse(json);
        if (value === null) throw new OutboundError("bad_answer", `unexpected ${method} answer`);
        refused = null;
        return value;
      },
    });
  };
}

function readJson(reply: OutboundReply): unknown {
  if (!/^application\/json\b/i.test(reply.headers.get("content-type") ?? "")) {
    throw new OutboundError("bad_answer", `not JSON, status ${reply.status}`);
  }
  try {
    return JSON.parse(new TextDecoder().decode(reply.bytes));
  } catch (error) {
    throw new OutboundError("bad_answer", "broken JSON", { cause: error });
  }
}
