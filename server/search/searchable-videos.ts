import type { VideoHit } from "#shared/contracts/search.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import {
  categoriesOf,
  type Category,
  type CategoryId,
  playlistOf,
} from "#shared/videos/categories.ts";
import { categoryTitles } from "./searchable-pages.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import {
  type PlaylistService,
  readPlaylist,
  type ReadPlaylist,
} from "#server/media/playlist-reader.ts";
import type { SearchDocument } from "./text-index.ts";

export type VideoListsDeps = PlaylistService & {
  ministry: Pick<Ministry, "playlists" | "categories" | "videos">;
};

type VideoFacts = NonNullable<Ministry["videos"]>[string];

/** Videos of all lists that were read, and the other lists. */
export type VideoLists = {
  /** The same array as known if no list has changed. */
  videos: readonly SearchDocument<VideoHit>[];
  missing: CategoryId[];
};

const READ_TIMEOUT_MS = 8_000;
/** Later parts of descriptions are links and thanks. */
const DESCRIPTION_LENGTH = 400;

/**
 * Reads the lists of all categories. A list that fails keeps its last content, or is listed as missing. Never rejects.
 */
export function createVideoLists(deps: VideoListsDeps): () => Promise<VideoLists> {
  const lists = new Map<CategoryId, ReadPlaylist>();
  let videos: SearchDocument<VideoHit>[] = [];
  let lastCategories = "";
  let lastDetails: Ministry["videos"];
  return async () => {
    const current = categoriesOf(deps.ministry);
    const changes = await Promise.all(
      current.map(async ({ id }) => {
        const known = lists.get(id);
        const list = await readList(deps, id, known);
        if (list) lists.set(id, list);
        return list !== known;
      }),
    );
    const categories = JSON.stringify([current, deps.ministry.categories]);
    const { videos: details } = deps.ministry;
    if (changes.some(Boolean) || categories !== lastCategories || details !== lastDetails)
      videos = searchableVideos(lists, deps.ministry);
    lastCategories = categories;
    lastDetails = details;
    return { videos, missing: current.flatMap(({ id }) => (lists.has(id) ? [] : [id])) };
  };
}

/** Returns the current list, or the known one after a failure. */
async function readList(
  { ministry, ...service }: VideoListsDeps,
  id: CategoryId,
  known: ReadPlaylist | undefined,
): Promise<ReadPlaylist | undefined> {
  try {
    const query = { playlistId: playlistOf(ministry, id), timeoutMs: READ_TIMEOUT_MS };
    return await readPlaylist(service, query, known);
  } catch {
    // The playlist function reports its own failures.
    return known;
  }
}

/** Every video once, in the first of its categories. */
function searchableVideos(
  lists: ReadonlyMap<CategoryId, ReadPlaylist>,
  ministry: VideoListsDeps["ministry"],
): SearchDocument<VideoHit>[] {
  const byId = new Map<string, SearchDocument<VideoHit>>();
  const details = new Map(Object.entries(ministry.videos ?? {}));
  for (const category of categoriesOf(ministry)) {
    const names = categoryTitles(ministry, category.id);
    for (const video of lists.get(category.id)?.videos ?? []) {
      if (byId.has(video.id)) continue;
      const subject = `${names} ${detailsText(details.get(video.id) ?? {})}`;
      byId.set(video.id, searchableVideo(video, category, subject));
    }
  }
  return [...byId.values()];
}

/** Speaker, and title and series in every language. */
function detailsText({ speaker = "", series, title }: VideoFacts): string {
  return [speaker, ...Object.values(series ?? {}), ...Object.values(title ?? {})].join(" ");
}

/** A video by its title, its subject in every language and the beginning of its description. */
export function searchableVideo(
  video: Video,
  { id: category, path }: Pick<Category, "id" | "path">,
  subject: string,
): SearchDocument<VideoHit> {
  const { id, title, description, publishedAt } = video;
  return {
    id,
    title,
    subject,
    body: description.slice(0, DESCRIPTION_LENGTH),
    publishedAt,
    item: { ...video, category, path },
  };
}
