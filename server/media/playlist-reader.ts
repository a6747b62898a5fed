import * as v from "valibot";
import type { Language } from "#shared/languages.ts";
import type { Transport } from "#shared/transport.ts";
import { type Video, playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";

/** Access to the function that lists a playlist's videos. */
export type PlaylistService = { transport: Transport; publishableKey: string };

type PlaylistQuery = {
  playlistId: string;
  /** Only the newest, without descriptions; absent: all. */
  limit?: number;
  /** Videos in this language come first. */
  language?: Language;
  /** Timeout in milliseconds; absent: none. */
  timeoutMs?: number;
};

const PLAYLIST_FUNCTION = "/functions/v1/youtube-playlist-videos";

/** A playlist with the ETag of its response. */
export type ReadPlaylist = { videos: readonly Video[]; etag: string | null };

/**
 * Requests a playlist from the function `youtube-playlist-videos`, as every visitor may.
 *
 * @throws Error after a timeout, or if the response is not a list of videos.
 */
export async function readPlaylistVideos(
  service: PlaylistService,
  query: PlaylistQuery,
): Promise<readonly Video[]> {
  return (await readPlaylist(service, query)).videos;
}

/**
 * Like `readPlaylistVideos`, for repeated requests.
 *
 * @param known the last result, returned if it has not changed.
 * @throws Error as `readPlaylistVideos`
 */
export async function readPlaylist(
  { transport, publishableKey }: PlaylistService,
  { playlistId, limit, language, timeoutMs }: PlaylistQuery,
  known?: ReadPlaylist,
): Promise<ReadPlaylist> {
  const query = new URLSearchParams({ playlistId });
  if (limit !== undefined) query.set("limit", String(limit));
  if (language !== undefined) query.set("language", language);
  const response = await transport(`${PLAYLIST_FUNCTION}?${query.toString()}`, {
    headers: { apikey: publishableKey, ...(known?.etag && { "if-none-match": known.etag }) },
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  });
  if (known && response.status === 304) return known;
  const { videos } = v.parse(playlistVideosSchema, await response.json());
  return { videos, etag: response.headers.get("etag") };
}
