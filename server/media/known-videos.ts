import type { Ministry } from "#shared/site/ministry.ts";
import { LIBRARY_PLAYLIST_PREFIX } from "#shared/videos/library.ts";
import { type PlaylistService, readPlaylistVideos } from "./playlist-reader.ts";
import { MINUTE_MS, isWithin } from "#server/kit/durations.ts";

type KnownVideosOptions = PlaylistService & { ministry: Ministry; now: () => number };

/** How long a list of known videos serves before the playlists are asked again. */
const KNOWN_FRESH_MS = MINUTE_MS;
/** After a list could not be read: 5, 10, 20 ... 300 s until the next try. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;
const READ_LIMIT_MS = 8_000;

/**
 * Tells which videos of the platform this site shows: those of its playlists and channels. The
 * image service asks, so that it fetches no thumbnail for strangers. It never rejects: a list that
 * cannot be read keeps its last ids, and is left alone for longer each time.
 */
export function createKnownVideos(options: KnownVideosOptions): (id: string) => Promise<boolean> {
  const idsByPlaylist = new Map<string, string[]>();
  let known = new Set(channelVideos(options.ministry));
  let readAtMs = Number.NEGATIVE_INFINITY;
  let failuresInARow = 0;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const outcomes = await Promise.all(platformPlaylists(options.ministry).map(readList));
    known = new Set([...channelVideos(options.ministry), ...[...idsByPlaylist.values()].flat()]);
    failuresInARow = outcomes.every(Boolean) ? 0 : failuresInARow + 1;
    readAtMs = options.now();
  }

  async function readList(playlistId: string): Promise<boolean> {
    try {
      const videos = await readPlaylistVideos(options, { playlistId, waitMs: READ_LIMIT_MS });
      idsByPlaylist.set(
        playlistId,
        videos.map(({ id }) => id),
      );
      return true;
    } catch {
      // The list itself tells its troubles to whoever asks for videos; pictures only wait.
      return false;
    }
  }

  return async (id) => {
    if (known.has(id)) return true;
    if (!isWithin(pauseMs(failuresInARow), readAtMs, options.now())) {
      reading ??= read().finally(() => (reading = null));
      await reading;
    }
    return known.has(id);
  };
}

function pauseMs(failuresInARow: number): number {
  if (failuresInARow === 0) return KNOWN_FRESH_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** (failuresInARow - 1), LONGEST_PAUSE_MS);
}

function platformPlaylists({ playlists }: Ministry): string[] {
  return Object.values(playlists).filter((id) => !id.startsWith(LIBRARY_PLAYLIST_PREFIX));
}

function channelVideos({ channels }: Ministry): string[] {
  return Object.values(channels)
    .flatMap(({ source, fallback }) => [source, fallback])
    .flatMap((source) => (source?.kind === "youtube" && source.videoId ? [source.videoId] : []));
}
