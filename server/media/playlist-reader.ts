import * as v from "valibot";
import type { Transport } from "#shared/transport.ts";
import { type Video, playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";

/** How the server's own rooms reach the function that lists a playlist's videos. */
export type PlaylistService = { transport: Transport; publishableKey: string };

type PlaylistQuery = {
  playlistId: string;
  /** The newest so many, without descriptions; all of them when nothing is said. */
  limit?: number;
  /** How long to wait for an answer; without end when nothing is said. */
  waitMs?: number;
};

const PLAYLIST_FUNCTION = "/functions/v1/youtube-playlist-videos";

/**
 * Asks the function `youtube-playlist-videos` for a playlist, as every visitor may.
 *
 * @throws Error when it does not answer in time, or answers with something else than videos.
 */
export async function readPlaylistVideos(
  { transport, publishableKey }: PlaylistService,
  { playlistId, limit, waitMs }: PlaylistQuery,
): Promise<readonly Video[]> {
  const query = new URLSearchParams({ playlistId });
  if (limit !== undefined) query.set("limit", String(limit));
  const response = await transport(`${PLAYLIST_FUNCTION}?${query.toString()}`, {
    headers: { apikey: publishableKey },
    ...(waitMs !== undefined && { signal: AbortSignal.timeout(waitMs) }),
  });
  return v.parse(playlistVideosSchema, await response.json()).videos;
}
