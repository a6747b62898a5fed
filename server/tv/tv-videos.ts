import { type PlaylistService, readPlaylistVideos } from "#server/media/playlist-reader.ts";
import { CATEGORIES, type CategoryId } from "#shared/videos/categories.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";

export type TvVideosOptions = PlaylistService & { ministry: Ministry };

export type TvVideos = {
  /** The newest of all categories, newest first. */
  newest: readonly Video[];
  /** Categories that have videos, in the site's order. */
  categories: readonly { id: CategoryId; videos: readonly Video[] }[];
};

/** Cards of a row: what a remote control can walk through without losing its way. */
const VIDEOS_PER_TV_ROW = 12;

/** The first videos of every category. A list that cannot be read now is left out. */
export async function readTvVideos(options: TvVideosOptions): Promise<TvVideos> {
  const lists = await Promise.all(
    CATEGORIES.map(async ({ id }) => {
      const query = { playlistId: options.ministry.playlists[id], limit: VIDEOS_PER_TV_ROW };
      return { id, videos: await readPlaylistVideos(options, query).catch(() => []) };
    }),
  );
  const byId = new Map(lists.flatMap(({ videos }) => videos).map((video) => [video.id, video]));
  return {
    newest: [...byId.values()]
      .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
      .slice(0, VIDEOS_PER_TV_ROW),
    categories: lists.filter(({ videos }) => videos.length > 0),
  };
}
