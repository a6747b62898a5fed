import type { Ministry } from "#shared/site/ministry.ts";
import { LIBRARY_PLAYLIST_PREFIX } from "#shared/videos/library.ts";
import { type PlaylistService, readPlaylistVideos } from "./playlist-reader.ts";
import { MINUTE_MS, isWithin } from "#server/kit/durations.ts";

type KnownVideosDeps = PlaylistService & { ministry: Ministry; now: () => number };

/** Time before the playlists are read again. */
const KNOWN_FRESH_MS = MINUTE_MS;
/** Backoff after a failure: 5, 10, 20 ... 300 s. */
const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;
const READ_TIMEOUT_MS = 8_000;

/**
 * Returns a check for videos of the platform that this site shows: those of its playlists and channels. The image
 * service fetches only their thumbnails. Never rejects: after a failure a list keeps its last ids, with backoff.
 */
export function createKnownVideos(deps: KnownVideosDeps): (id: string) => Promise<boolean> {
  const idsByPlaylist = new Map<string, string[]>();
  let known = new Set(channelVideos(deps.ministry));
  let readAtMs = Number.NEGATIVE_INFINITY;
  let failuresInARow = 0;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const results = await Promise.all(platformPlaylists(deps.ministry).map(readList));
    known = new Set([...channelVideos(deps.ministry), ...[...idsByPlaylist.values()].flat()]);
    failuresInARow = results.every(Boolean) ? 0 : failuresInARow + 1;
    readAtMs = deps.now();
  }

  async function readList(playlistId: string): Promise<boolean> {
    try {
      const videos = await readPlaylistVideos(deps, { playlistId, timeoutMs: READ_TIMEOUT_MS });
      idsByPlaylist.set(
        playlistId,
        videos.map(({ id }) => id),
      );
      return true;
    } catch {
      // The playlist function reports its own failures.
      return false;
    }
  }

  return async (id) => {
    if (known.has(id)) return true;
    if (!isWithin(retryAfterMs(failuresInARow), readAtMs, deps.now())) {
      reading ??= read().finally(() => (reading = null));
      await reading;
    }
    return known.has(id);
  };
}

function retryAfterMs(failuresInARow: number): number {
  if (failuresInARow === 0) return KNOWN_FRESH_MS;
  return Math.min(FIRST_BACKOFF_MS * 2 ** (failuresInARow - 1), MAX_BACKOFF_MS);
}

function platformPlaylists({ playlists }: Ministry): string[] {
  return Object.values(playlists).filter((id) => !id.startsWith(LIBRARY_PLAYLIST_PREFIX));
}

function channelVideos({ channels }: Ministry): string[] {
  return Object.values(channels)
    .flatMap(({ source, fallback }) => [source, fallback])
    .flatMap((source) => (source?.kind === "youtube" && source.videoId ? [source.videoId] : []));
}
