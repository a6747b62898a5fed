import type { PlaylistReading } from "./playlist-cache.ts";
import type { PlaylistSnapshot, Video } from "./playlist.domain.ts";
import type { PlaylistSettings } from "./playlist-settings.ts";

/** `own-list-{name}` is a custom playlist of videos from the ministry's other lists. */
const OWN_LIST = /^own-list-(.+)$/;

/** Returns the name of a custom playlist, or null for a list with its own source. */
export function ownListName(playlistId: string): string | null {
  return OWN_LIST.exec(playlistId)?.[1] ?? null;
}

type ReadSource = (playlistId: string) => Promise<PlaylistReading>;

export type OwnListReader = {
  /**
   * Builds a custom playlist from the lists with their own sources. Skips videos that no list
   * contains and unreadable lists. A playlist without videos is empty.
   *
   * @param name as from `ownListName`
   * @throws the error of `read` if no list is readable
   */
  read(name: string, settings: Lists, read: ReadSource): Promise<PlaylistReading>;
};

type Lists = Pick<PlaylistSettings, "playlistIds" | "ownLists">;

const EMPTY: readonly string[] = [];

type Made = { readonly from: readonly PlaylistSnapshot[]; readonly snapshot: PlaylistSnapshot };

/**
 * Creates the reader. It returns the same object while nothing changes, so that the response is
 * built once.
 */
export function createOwnLists(): OwnListReader {
  const made = new WeakMap<readonly string[], Made>();
  return {
    async read(name, { playlistIds, ownLists }, read) {
      const ids = (Object.hasOwn(ownLists, name) ? ownLists[name] : undefined) ?? EMPTY;
      const sources = [...playlistIds].filter((id) => ownListName(id) === null);
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
      const snapshot = isSame ? known.snapshot : together(ids, from, first.snapshot);
      made.set(ids, { from, snapshot });
      return {
        snapshot,
        isStale: failed !== undefined || readings.some(({ isStale }) => isStale),
        cache: first.cache,
      };
    },
  };
}

function together(
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
