import { type QueryClient, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  VIDEO_CACHE_FRESH_MS,
  VIDEO_CACHE_KEPT_MS,
  VIDEO_RETRY_COUNT,
  VIDEO_RETRY_DELAY_MS,
} from "#shared/constants.ts";
import { AppError } from "#shared/errors.ts";
import {
  type PlaylistVideos,
  playlistVideosSchema,
  type Video,
} from "#shared/contracts/playlist-videos.ts";
import type { Api } from "#web/lib/http/http.ts";
import type { Site } from "#web/lib/site.ts";

const FUNCTION_NAME = "youtube-playlist-videos";

/**
 * Query of a playlist's videos with the cache settings of the specification (S7.4). @param limit
 * number of newest videos; null for the whole list. A row requests only what it shows: five whole
 * lists would be most of the page.
 */
export function playlistQuery(
  api: Api,
  playlistId: string,
  limit: number | null = null,
): UseQueryOptions<PlaylistVideos> {
  return {
    queryKey: ["playlist", playlistId, limit],
    queryFn: async ({ signal }) => {
      const query = { playlistId, ...(limit !== null && { limit: String(limit) }) };
      return readAnswer(await api.read(FUNCTION_NAME, query, signal));
    },
    // Offline, the service worker may still have the last response.
    networkMode: "always",
    staleTime: VIDEO_CACHE_FRESH_MS,
    gcTime: VIDEO_CACHE_KEPT_MS,
    retry: typeof window === "undefined" ? false : VIDEO_RETRY_COUNT,
    retryDelay: VIDEO_RETRY_DELAY_MS,
    refetchOnWindowFocus: false,
    refetchOnMount: true,
    // A list that could not be read loads with the connection; known ones cost no data again.
    refetchOnReconnect: ({ state }) => state.data === undefined,
  };
}

/** One video with its whole description, and its playlist. */
export type FoundVideo = { video: Video; playlistId: string };

/** Query of one video by id in some playlists. @returns null when no readable one holds it. */
export function videoQuery(
  api: Api,
  playlistIds: readonly string[],
  videoId: string,
): UseQueryOptions<FoundVideo | null> {
  return {
    queryKey: ["video", videoId],
    queryFn: async ({ signal }): Promise<FoundVideo | null> => {
      const readings = playlistIds.map(async (playlistId) => {
        const query = { playlistId, videoId };
        const { videos } = readAnswer(await api.read(FUNCTION_NAME, query, signal));
        const video = videos.find(({ id }) => id === videoId);
        if (!video) throw new AppError("upstream_failed", 404, "No such video");
        return { video, playlistId };
      });
      return await Promise.any(readings).catch(() => null);
    },
    networkMode: "always",
    staleTime: VIDEO_CACHE_FRESH_MS,
    gcTime: VIDEO_CACHE_KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
  };
}

/** Clears the cached list and fetches it again, with a request to read the platform again. */
export async function refreshPlaylist(
  { api, language }: Pick<Site, "api" | "language">,
  queryClient: QueryClient,
  playlistId: string,
): Promise<void> {
  const { queryKey } = playlistQuery(api, playlistId);
  const request = { playlistId, refresh: true, language };
  const fresh = readAnswer(await api.invoke(FUNCTION_NAME, request));
  queryClient.setQueryData(queryKey, fresh);
}

function readAnswer(json: unknown): PlaylistVideos {
  const answer = v.safeParse(playlistVideosSchema, json);
  if (!answer.success) throw new AppError("upstream_failed", 200, "The answer has a wrong shape");
  return answer.output;
}
