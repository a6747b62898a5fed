import {
  OutboundError,
  type OutboundFault,
  type OutboundReply,
} from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { createDataApi } from "./data-api.ts";
import { parseFeed, libraryVideos, parseLibrary } from "./other-sources.domain.ts";
import { createPlatformPlaylists, type PlatformPlaylists } from "./platform-playlist.ts";
import {
  libraryCategory,
  type PlaylistSnapshot,
  type PlaylistSource,
  type Video,
} from "./playlist.domain.ts";
import { PlaylistError, type PlaylistErrorCode } from "./playlist-error.ts";
import type { PlaylistSettings } from "./playlist-settings.ts";
import type { ReportFault, FunctionContext, FunctionLog } from "@reign-tv/kit/function-contract.ts";
import type { UnitBudget } from "./quota-budget.ts";
import {
  createUpstream,
  type Upstream,
  type UpstreamOptions,
} from "@reign-tv/kit/outbound/upstream.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Refresh interval of a playlist. */
export const REFRESH_INTERVAL_MS = 15 * MINUTE_MS;

export type SourceReading = {
  readonly snapshot: PlaylistSnapshot;
  readonly freshForMs: number;
};

export type ReadRequest = {
  /** Last valid response. */
  readonly known: PlaylistSnapshot | null;
  /** Requested by a visitor's "Refresh". */
  readonly isForced: boolean;
};

export type PlaylistSources = {
  /**
   * Reads a playlist from the best source that responds: the bundled library for its own ids,
   * otherwise the Data API if there is a key, then the feed. The feed is not used while the API's
   * last valid response (`known`) exists: yesterday's complete list is better than 15 entries
   * without durations.
   *
   * @throws PlaylistError
   */
  read(playlistId: string, request: ReadRequest): Promise<SourceReading>;
};

export type SourceOptions = Pick<FunctionContext, "fetch" | "now"> & {
  readonly settings: PlaylistSettings;
  readonly budget: UnitBudget;
  readonly log: FunctionLog;
  readonly report: ReportFault;
  readonly upstreamOptions: Omit<UpstreamOptions, "fetch" | "now">;
};

/** Creates the sources that the settings allow. */
export function createPlaylistSources(options: SourceOptions): PlaylistSources {
  const { settings, fetch, now, budget, log, report } = options;
  const upstream = (): Upstream => createUpstream({ fetch, now, ...options.upstreamOptions });
  const feedUpstream = upstream();
  const libraryUpstream = upstream();
  const openPlatform = (key: string): PlatformPlaylists => {
    const base = settings.apiBase;
    return createPlatformPlaylists(
      createDataApi({ base, key, upstream: upstream(), budget, now, log }),
      now,
    );
  };
  const platform = settings.apiKey === null ? null : openPlatform(settings.apiKey);

  async function readFeed(playlistId: string): Promise<PlaylistSnapshot> {
    const reading = feedUpstream.call({
      url: `${settings.feedBase}/videos.xml?${new URLSearchParams({ playlist_id: playlistId })}`,
      headers: { accept: "application/atom+xml, text/xml" },
      read: readFeedReply,
    });
    const videos = await reported(report, "youtube-feed", playlistId, reading);
    return simpleSnapshot("rss", videos, now());
  }

  async function readLibrary(category: string): Promise<PlaylistSnapshot> {
    const reading = libraryUpstream.call({
      url: `${settings.siteUrl}/media/library.json`,
      headers: { accept: "application/json" },
      read: readLibraryReply,
    });
    const clips = await reported(report, "library", null, reading);
    return simpleSnapshot("bundled", libraryVideos(clips, category), now());
  }

  async function readPlatform(
    playlistId: string,
    { known, isForced }: ReadRequest,
  ): Promise<SourceReading> {
    if (platform === null) {
      return { snapshot: await readFeed(playlistId), freshForMs: REFRESH_INTERVAL_MS };
    }
    try {
      const reading = platform.refresh(playlistId, known, isForced);
      const snapshot = await reported(report, "youtube-api", playlistId, reading);
      return { snapshot, freshForMs: REFRESH_INTERVAL_MS };
    } catch (error) {
      const failure = toPlaylistError(error);
      if (known?.source === "api") throw failure;
      try {
        return { snapshot: await readFeed(playlistId), freshForMs: failure.pauseMs };
      } catch {
        throw failure;
      }
    }
  }

  return {
    async read(playlistId, request) {
      const category = libraryCategory(playlistId);
      try {
        if (category === null) return await readPlatform(playlistId, request);
        return { snapshot: await readLibrary(category), freshForMs: REFRESH_INTERVAL_MS };
      } catch (error) {
        throw toPlaylistError(error);
      }
    },
  };
}

/** Reports the result of a source. A list unknown to the platform is a fault of that list only. */
async function reported<T>(
  report: ReportFault,
  source: string,
  playlistId: string | null,
  reading: Promise<T>,
): Promise<T> {
  const ofList = `playlist:${playlistId}`;
  try {
    const value = await reading;
    report(source, null);
    if (playlistId !== null) report(ofList, null);
    return value;
  } catch (error) {
    const failure = asPlaylistError(error);
    const isOfList = failure?.code === "playlist_not_found" && playlistId !== null;
    if (isOfList) report(source, null);
    report(isOfList ? ofList : source, failure?.code ?? "unexpected");
    throw error;
  }
}

function simpleSnapshot(
  source: PlaylistSource,
  videos: readonly Video[],
  fetchedAtMs: number,
): PlaylistSnapshot {
  return { source, videos, fetchedAtMs, listing: null };
}

function readFeedReply(reply: OutboundReply): Video[] {
  if (reply.status === 404) throw new PlaylistError("playlist_not_found");
  const isXml = /\bxml\b/i.test(reply.headers.get("content-type") ?? "");
  const videos =
    reply.status === 200 && isXml ? parseFeed(new TextDecoder().decode(reply.bytes)) : null;
  if (videos === null) throw new OutboundError("bad_answer", `not a feed, status ${reply.status}`);
  return videos;
}

function readLibraryReply(reply: OutboundReply): NonNullable<ReturnType<typeof parseLibrary>> {
  const clips =
    reply.status === 200 ? parseLibrary(parseJson(new TextDecoder().decode(reply.bytes))) : null;
  if (clips === null) {
    throw new OutboundError("bad_answer", `not the library, status ${reply.status}`);
  }
  return clips;
}

const CODE_BY_FAULT = {
  timeout: "timeout",
  network: "unreachable",
  redirect: "bad_answer",
  too_large: "bad_answer",
  bad_answer: "bad_answer",
  server_error: "upstream_failed",
  rate_limited: "rate_limited",
  resting: "resting",
} as const satisfies Record<OutboundFault, PlaylistErrorCode>;

function asPlaylistError(error: unknown): PlaylistError | null {
  if (error instanceof PlaylistError) return error;
  if (!(error instanceof OutboundError)) return null;
  return new PlaylistError(CODE_BY_FAULT[error.fault], { cause: error });
}

function toPlaylistError(error: unknown): PlaylistError {
  const known = asPlaylistError(error);
  if (known === null) throw error;
  return known;
}
