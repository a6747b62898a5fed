import type { Transport } from "#server/pages/page-renderer.ts";
import { CATEGORIES, type CategoryId } from "#shared/videos/categories.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { playlistVideosSchema, type Video } from "#shared/videos/video.ts";

export type TvVideosOptions = {
  ministry: Ministry;
  transport: Transport;
  publishableKey: string;
};

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
    CATEGORIES.map(async ({ id }) => ({ id, videos: await readList(options, id) })),
  );
  const byId = new Map(lists.flatMap(({ videos }) => videos).map((video) => [video.id, video]));
  return {
    newest: [...byId.values()]
      .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
      .slice(0, VIDEOS_PER_TV_ROW),
    categories: lists.filter(({ videos }) => videos.length > 0),
  };
}

async function readList(
  { ministry, transport, publishableKey }: TvVideosOptions,
  id: CategoryId,
): Promise<readonly Video[]> {
  const query = new URLSearchParams({
    playlistId: ministry.playlists[id],
    limit: String(VIDEOS_PER_TV_ROW),
  });
  const response = await transport(`/functions/v1/youtube-playlist-videos?${query.toString()}`, {
    headers: { apikey: publishableKey },
  }).catch(() => null);
  const answer = playlistVideosSchema.safeParse(await response?.json().catch(() => null));
  return answer.success ? answer.data.videos : [];
}
