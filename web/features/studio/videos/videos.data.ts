import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type PlaylistVideos, playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";
import type { Api } from "#web/lib/http/http.ts";

const FUNCTION_NAME = "youtube-playlist-videos";

type ListKey = ["studio", "videos", string];

/** Query of a playlist as visitors see it, with the time it was fetched. */
export function listQuery(
  api: Api,
  playlistId: string,
): UseQueryOptions<PlaylistVideos, Error, PlaylistVideos, ListKey> {
  const queryKey: ListKey = ["studio", "videos", playlistId];
  return queryOptions({
    queryKey,
    retry: false,
    queryFn: async ({ signal }) =>
      v.parse(playlistVideosSchema, await api.read(FUNCTION_NAME, { playlistId }, signal)),
  });
}

/**
 * Asks the server to fetch a playlist from its source. Within a minute the server may return the
 * known one. @throws AppError when the list is unknown or the server cannot be reached.
 */
export async function readListNow(api: Api, playlistId: string): Promise<PlaylistVideos> {
  return v.parse(
    playlistVideosSchema,
    await api.invoke(FUNCTION_NAME, { playlistId, refresh: true }),
  );
}
