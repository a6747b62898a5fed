import type { Language } from "#shared/languages.ts";
import { type PlaylistService, readPlaylistVideos } from "#server/media/playlist-reader.ts";
import { categoriesOf, type CategoryId } from "#shared/videos/categories.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";

export type TvVideosOptions = PlaylistService & { ministry: Ministry };

export type TvVideos = {
  /** The newest of all categories, newest first; those in another language than the page after the rest. */
  newest: readonly Video[];
  /** Categories that have videos, in the site's order. */
  categories: readonly { id: CategoryId; videos: readonly Video[] }[];
};

/** Cards of a row: what a remote control can walk through without losing its way. */
const VIDEOS_PER_TV_ROW = 12;

/** The first videos of every category. A list that cannot be read now is left out. */
export async function readTvVideos(
  options: TvVideosOptions,
  language: Language,
): Promise<TvVideos> {
  const lists = await Promise.all(
    categoriesOf(options.ministry).map(async ({ id, playlistId }) => {
      const query = { playlistId, limit: VIDEOS_PER_TV_ROW, language };
      return { id, videos: await readPlaylistVideos(options, query).catch(() => []) };
    }),
  );
  const byId = new Map(lists.flatMap(({ videos }) => videos).map((video) => [video.id, video]));
  return {
    newest: [...byId.values()]
      .toSorted((a, b) => isForeign(a) - isForeign(b) || b.publishedAt.localeCompare(a.publishedAt))
      .slice(0, VIDEOS_PER_TV_ROW),
    categories: lists.filter(({ videos }) => videos.length > 0),
  };
}

/** Cards name a language where it is not the one that they were asked for in. */
function isForeign({ language }: Video): number {
  return Number(language !== undefined);
}
