import type { PlaylistSnapshot, Video, PlaylistReading } from "./playlist.domain.ts";
import type { PlaylistSettings } from "./playlist-settings.ts";

/** `own-list-{name}` is a custom playlist of videos from the ministry's other lists. */
const CUSTOM_PLAYLIST = /^own-list-(.+)$/;

/** Returns the name of a custom playlist, or null for a list with its own source. */
export function customPlaylistName(playlistId: string): string | null {
  return CUSTOM_PLAYLIST.exec(playlistId)?.[1] ?? null;
}

type ReadSource = (playlistId: string) => Promise<PlaylistReading>;

export type CustomPlaylistReader = {
  /**
   * Builds a custom playlist from the lists with their own sources. Skips videos that no list
   * contains and unreadable lists. A playlist without videos is empty.
   *
   * @param name as from `customPlaylistName`
   * @throws the error of `read` if no list is readable
   */
  read(name: string, settings: Lists, read: ReadSource): Promise<PlaylistReading>;
};

type Lists = Pick<PlaylistSettings, "playlistIds" | "customPlaylists">;

const EMPTY: readonly string[] = [];

type CacheEntry = {
  readonly from: readonly PlaylistSnapshot[];
  readonly snapshot: PlaylistSnapshot;
};

/**
 * Creates the reader. It returns the same object while nothing changes, so that the response is
 * built once.
 */
export function createCustomPlaylists(): CustomPlaylistReader {
  const made = new WeakMap<readonly string[], CacheEntry>();
  return {
    async read(name, { playlistIds, customPlaylists }, read) {
      const ids =
        (Object.hasOwn(customPlaylists, name) ? customPlaylists[name] : undefined) ?? EMPTY;
      const sources = [...playlistIds].filter((id) => customPlaylistName(id) === null);
      const results = await Promise.allSettled(sources.map(read));
      const readings = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      const [failed] = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      const [first] = readings;
      if (first === undefined) throw failed;
      const from = readings.map(({ snapshot }) => snapshot);
      const known = made.get(ids);
      const isSame =
        known?.from.length === from.length &&
        known.from.every((snapshot, index) => snapshot === from[index]);
      const snapshot = isSame ? known.snapshot : buildSnapshot(ids, from, first.snapshot);
      made.set(ids, { from, snapshot });
      return {
        snapshot,
        isStale: failed !== undefined || readings.some(({ isStale }) => isStale),
        cache: first.cache,
      };
    },
  };
}

function buildSnapshot(
  ids: readonly string[],
  from: readonly PlaylistSnapshot[],
  { source }: PlaylistSnapshot,
): PlaylistSnapshot {
  const byId = new Map<string, Video>(
    from.flatMap(({ videos }) => videos.map((video) => [video.id, video] as const)),
  );
  return {
    source,
    videos: ids.flatMap((id) => byId.get(id) ?? []),
    fetchedAtMs: Math.min(...from.map(({ fetchedAtMs }) => fetchedAtMs)),
    listing: null,
  };
}
