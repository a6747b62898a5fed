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

export type VideoListsOptions = PlaylistService & {
  ministry: Pick<Ministry, "playlists" | "categories" | "videos">;
};

type VideoFacts = NonNullable<Ministry["videos"]>[string];

/** The videos of all lists that are known, and the lists that are not. */
export type VideoLists = {
  /** The same array as before where no list has changed. */
  videos: readonly SearchDocument<VideoHit>[];
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
  let videos: SearchDocument<VideoHit>[] = [];
  let lastWords = "";
  let lastSaid: Ministry["videos"];
  return async () => {
    const shown = categoriesOf(options.ministry);
    const changes = await Promise.all(
      shown.map(async ({ id }) => {
        const before = lists.get(id);
        const list = await readList(options, id, before);
        if (list) lists.set(id, list);
        return list !== before;
      }),
    );
    const words = JSON.stringify([shown, options.ministry.categories]);
    const { videos: said } = options.ministry;
    if (changes.some(Boolean) || words !== lastWords || said !== lastSaid)
      videos = findableVideos(lists, options.ministry);
    lastWords = words;
    lastSaid = said;
    return { videos, missing: shown.flatMap(({ id }) => (lists.has(id) ? [] : [id])) };
  };
}

/** The list as it is now; the known one, if any, where it cannot be read. */
async function readList(
  { ministry, ...service }: VideoListsOptions,
  id: CategoryId,
  known: ReadPlaylist | undefined,
): Promise<ReadPlaylist | undefined> {
  try {
    const query = { playlistId: playlistOf(ministry, id), waitMs: READ_LIMIT_MS };
    return await readPlaylist(service, query, known);
  } catch {
    // The list itself tells its troubles to whoever asks for videos.
    return known;
  }
}

/** Every video once, in the first of its categories. */
function findableVideos(
  lists: ReadonlyMap<CategoryId, ReadPlaylist>,
  ministry: VideoListsOptions["ministry"],
): SearchDocument<VideoHit>[] {
  const byId = new Map<string, SearchDocument<VideoHit>>();
  const said = new Map(Object.entries(ministry.videos ?? {}));
  for (const category of categoriesOf(ministry)) {
    const names = categoryTitles(ministry, category.id);
    for (const video of lists.get(category.id)?.videos ?? []) {
      if (byId.has(video.id)) continue;
      const subject = `${names} ${wordsSaid(said.get(video.id) ?? {})}`;
      byId.set(video.id, findableVideo(video, category, subject));
    }
  }
  return [...byId.values()];
}

/** Who speaks, and its title and series in every language, as the ministry says it. */
function wordsSaid({ speaker = "", series, title }: VideoFacts): string {
  return [speaker, ...Object.values(series ?? {}), ...Object.values(title ?? {})].join(" ");
}

/** By its title, by what it belongs to in every language, by how its description begins. */
export function findableVideo(
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
