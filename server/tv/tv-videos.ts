import type { Language } from "#shared/languages.ts";
import { type PlaylistService, readPlaylistVideos } from "#server/media/playlist-reader.ts";
import { categoriesOf, type CategoryId } from "#shared/videos/categories.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";

export type TvVideosDeps = PlaylistService & { ministry: Ministry };

export type TvVideos = {
  /** Newest of all categories first; videos in another language than the page's are last. */
  newest: readonly Video[];
  /** Categories that have videos, in the site's order. */
  categories: readonly { id: CategoryId; videos: readonly Video[] }[];
};

/** Cards of a row, few enough for a remote control. */
const VIDEOS_PER_TV_ROW = 12;

/** Reads the first videos of every category. Skips a list that cannot be read. */
export async function readTvVideos(deps: TvVideosDeps, language: Language): Promise<TvVideos> {
  const lists = await Promise.all(
    categoriesOf(deps.ministry).map(async ({ id, playlistId }) => {
      const query = { playlistId, limit: VIDEOS_PER_TV_ROW, language };
      return { id, videos: await readPlaylistVideos(deps, query).catch(() => []) };
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

/** Videos name their language only if it differs from the requested one. */
function isForeign({ language }: Video): number {
  return Number(language !== undefined);
}
