import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type PlaylistVideos, playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";
import type { Api } from "#web/lib/http/http.ts";

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
      v.parse(
        playlistVideosSchema,
        await api.read("youtube-playlist-videos", { playlistId }, signal),
      ),
  });
}
