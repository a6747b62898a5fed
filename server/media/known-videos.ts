import type { Transport } from "#server/pages/page-renderer.ts";
import type { Ministry } from "#shared/ministry.ts";
import { LIBRARY_PLAYLIST_PREFIX } from "#shared/library.ts";
import { playlistVideosSchema } from "#shared/video.ts";

type KnownVideosOptions = {
  ministry: Ministry;
  transport: Transport;
  publishableKey: string;
  now: () => number;
};

/** How long a list of known videos serves before the playlists are asked again. */
const KNOWN_FRESH_MS = 60_000;

/**
 * Tells which videos of the platform this site shows: those of its playlists and channels. The
 * image service asks, so that it fetches no thumbnail for strangers.
 */
export function createKnownVideos(options: KnownVideosOptions): (id: string) => Promise<boolean> {
  /** Ids of each playlist; a list that cannot be read now keeps its last ids. */
  const idsByPlaylist = new Map<string, string[]>();
  let known = new Set<string>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    await Promise.all(platformPlaylists(options.ministry).map(readList));
    known = new Set([...channelVideos(options.ministry), ...[...idsByPlaylist.values()].flat()]);
    readAtMs = options.now();
  }

  async function readList(playlistId: string): Promise<void> {
    const response = await options.transport("/functions/v1/youtube-playlist-videos", {
      method: "POST",
      headers: { "content-type": "application/json", apikey: options.publishableKey },
      body: JSON.stringify({ playlistId }),
    });
    const answer = playlistVideosSchema.safeParse(await response.json().catch(() => null));
    if (!answer.success) return;
    idsByPlaylist.set(
      playlistId,
      answer.data.videos.map(({ id }) => id),
    );
  }

  return async (id) => {
    if (known.has(id)) return true;
    if (options.now() - readAtMs > KNOWN_FRESH_MS) {
      reading ??= read().finally(() => (reading = null));
      await reading;
    }
    return known.has(id);
  };
}

function platformPlaylists({ playlists }: Ministry): string[] {
  return Object.values(playlists).filter((id) => !id.startsWith(LIBRARY_PLAYLIST_PREFIX));
}

function channelVideos({ channels }: Ministry): string[] {
  return Object.values(channels)
    .flatMap(({ source, fallback }) => [source, fallback])
    .flatMap((source) => (source?.kind === "youtube" && source.videoId ? [source.videoId] : []));
}
