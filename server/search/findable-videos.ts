import { LANGUAGES } from "#shared/languages.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import type { VideoHit } from "#shared/contracts/search.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { CATEGORIES, type CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import {
  type PlaylistService,
  readPlaylist,
  type ReadPlaylist,
} from "#server/media/playlist-reader.ts";
import type { Findable } from "./text-index.ts";

export type VideoListsOptions = PlaylistService & { ministry: Pick<Ministry, "playlists"> };

/** The videos of all lists that are known, and the lists that are not. */
export type VideoLists = {
  /** The same array as before where no list has changed. */
  videos: readonly Findable<VideoHit>[];
  missing: CategoryId[];
};

const READ_LIMIT_MS = 8_000;
/** What follows in a description is links and thanks. */
const DESCRIPTION_LENGTH = 400;

/**
 * Reads the lists of all categories. One that cannot be read keeps what it last held; one that never
 * could be is named as missing. It never rejects.
 */
export function createVideoLists(options: VideoListsOptions): () => Promise<VideoLists> {
  const lists = new Map<CategoryId, ReadPlaylist>();
  let videos: Findable<VideoHit>[] = [];
  return async () => {
    const changes = await Promise.all(
      CATEGORIES.map(async ({ id }) => {
        const before = lists.get(id);
        const list = await readList(options, id, before);
        if (list) lists.set(id, list);
        return list !== before;
      }),
    );
    if (changes.some(Boolean)) videos = findableVideos(lists);
    return { videos, missing: CATEGORIES.flatMap(({ id }) => (lists.has(id) ? [] : [id])) };
  };
}

/** The list as it is now; the known one, if any, where it cannot be read. */
async function readList(
  { ministry, ...service }: VideoListsOptions,
  id: CategoryId,
  known: ReadPlaylist | undefined,
): Promise<ReadPlaylist | undefined> {
  try {
    const query = { playlistId: ministry.playlists[id], waitMs: READ_LIMIT_MS };
    return await readPlaylist(service, query, known);
  } catch {
    // The list itself tells its troubles to whoever asks for videos.
    return known;
  }
}

/** Every video once, in the first of its categories. */
function findableVideos(lists: ReadonlyMap<CategoryId, ReadPlaylist>): Findable<VideoHit>[] {
  const byId = new Map<string, Findable<VideoHit>>();
  for (const { id: category } of CATEGORIES) {
    for (const video of lists.get(category)?.videos ?? []) {
      if (!byId.has(video.id)) byId.set(video.id, findableVideo(video, category));
    }
  }
  return [...byId.values()];
}

/** By its title, by what its category is called in either language, by how its description begins. */
export function findableVideo(video: Video, category: CategoryId): Findable<VideoHit> {
  const { id, title, description, publishedAt } = video;
  const names = LANGUAGES.map((language) => categoryMessages[language].categories[category].title);
  return {
    id,
    title,
    subject: names.join(" "),
    body: description.slice(0, DESCRIPTION_LENGTH),
    publishedAt,
    item: { ...video, category },
  };
}
