import * as v from "valibot";
import type { Language } from "#shared/languages.ts";
import type { Transport } from "#shared/transport.ts";
import { type Video, playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";

/** How the server's own rooms reach the function that lists a playlist's videos. */
export type PlaylistService = { transport: Transport; publishableKey: string };

type PlaylistQuery = {
  playlistId: string;
  /** The newest so many, without descriptions; all of them when nothing is said. */
  limit?: number;
  /** Whose videos come first. */
  language?: Language;
  /** How long to wait for an answer; without end when nothing is said. */
  waitMs?: number;
};

const PLAYLIST_FUNCTION = "/functions/v1/youtube-playlist-videos";

/** A playlist with the validator of the answer that it came in. */
export type ReadPlaylist = { videos: readonly Video[]; etag: string | null };

/**
 * Asks the function `youtube-playlist-videos` for a playlist, as every visitor may.
 *
 * @throws Error when it does not answer in time, or answers with something else than videos.
 */
export async function readPlaylistVideos(
  service: PlaylistService,
  query: PlaylistQuery,
): Promise<readonly Video[]> {
  return (await readPlaylist(service, query)).videos;
}

/**
 * The same for whoever asks again and again.
 *
 * @param known the last answer, which is given back where nothing has changed.
 * @throws Error as `readPlaylistVideos`
 */
export async function readPlaylist(
  { transport, publishableKey }: PlaylistService,
  { playlistId, limit, language, waitMs }: PlaylistQuery,
  known?: ReadPlaylist,
): Promise<ReadPlaylist> {
  const query = new URLSearchParams({ playlistId });
  if (limit !== undefined) query.set("limit", String(limit));
  if (language !== undefined) query.set("language", language);
  const response = await transport(`${PLAYLIST_FUNCTION}?${query.toString()}`, {
    headers: { apikey: publishableKey, ...(known?.etag && { "if-none-match": known.etag }) },
    ...(waitMs !== undefined && { signal: AbortSignal.timeout(waitMs) }),
  });
  if (known && response.status === 304) return known;
  const { videos } = v.parse(playlistVideosSchema, await response.json());
  return { videos, etag: response.headers.get("etag") };
}
