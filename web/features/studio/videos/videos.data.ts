import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type PlaylistVideos, playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";
import type { Api } from "#web/lib/http/http.ts";

const FUNCTION_NAME = "youtube-playlist-videos";

type ListKey = ["studio", "videos", string];

/** A list as visitors have it, with when it was read. */
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
 * Has the server read a list at its source now; it may refuse what was read a minute ago, and then answers
 * what it knows.
 *
 * @throws AppError where nothing is known of the list, or the server cannot be reached.
 */
export async function readListNow(api: Api, playlistId: string): Promise<PlaylistVideos> {
  return v.parse(
    playlistVideosSchema,
    await api.invoke(FUNCTION_NAME, { playlistId, refresh: true }),
  );
}
