import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import {
  type CategoryId,
  categoriesOf,
  type Category,
  playlistOf,
} from "#shared/videos/categories.ts";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";
import { searchPagesMessages } from "#shared/messages/search-pages.ts";
import type { PageHit, DevotionalHit, VideoHit } from "#shared/contracts/search.ts";
import type { SearchDocument } from "./text-index.ts";
import { plainParagraphs } from "#shared/devotional/devotional-text.domain.ts";
import { devotionalPath } from "#shared/devotional/devotional-date.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import type { DatedEntry, DevotionalStore } from "#server/devotional/devotional-store.ts";
import { shippedDevotionals } from "#shared/devotional/bundled-devotionals.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import {
  type PlaylistService,
  readPlaylist,
  type ReadPlaylist,
} from "#server/media/playlist-reader.ts";

/** Titles of a category in every language: video titles and queries mix them. */
function categoryTitles({ categories }: Pick<Ministry, "categories">, id: CategoryId): string {
  return LANGUAGES.map(
    (language) => categoryWords(id, categoryFactsIn(categories?.[id], language), language).title,
  ).join(" ");
}

/** Pages of the site in a language, and linked pages of the ministry's own site. */
export function searchablePages(
  ministry: Pick<Ministry, "links" | "playlists" | "categories" | "services">,
  language: Language,
): SearchDocument<PageHit>[] {
  const texts = searchPagesMessages[language];
  const pages = Object.entries(texts.pages).map(([path, { words, ...text }]) =>
    pageDocument(path, {
      ...text,
      words: path === LIVE_PATH ? `${words} ${serviceWords(ministry.services)}` : words,
    }),
  );
  const lists = categoriesOf(ministry).map(({ id, path }) => {
    const facts = categoryFactsIn(ministry.categories?.[id], language);
    const words = categoryTitles(ministry, id);
    return pageDocument(path, { ...categoryWords(id, facts, language), words });
  });
  const external = LINKS.flatMap((link) => {
    const address = ministry.links[link];
    return address === undefined ? [] : [pageDocument(address, texts.links[link])];
  });
  return [...pages, ...lists, ...external];
}

const LIVE_PATH = "/live-tv";

/** Titles and weekdays of services in every language: queries mix them. */
function serviceWords({ weekly, others = [] }: Ministry["services"]): string {
  return LANGUAGES.flatMap((language) => {
    const { upcoming, weekdays } = liveTvMessages[language];
    return [
      upcoming,
      ...weekly.flatMap(({ weekday, title }) => [weekdays[weekday], title?.[language] ?? ""]),
      ...others.flatMap(({ rule, title }) => [
        "weekday" in rule ? weekdays[rule.weekday] : "",
        title[language],
      ]),
    ];
  }).join(" ");
}

const LINKS = ["prayerRequests", "aboutUs", "contactUs", "donate", "partnership"] as const;

function pageDocument(
  address: string,
  { title, description, words }: { title: string; description: string; words: string },
): SearchDocument<PageHit> {
  const item = { title, description, address };
  return { id: address, title, subject: words, body: description, publishedAt: "", item };
}

/** Limit on published devotionals: nearly three years, the maximum of one response. */
const PUBLISHED_COUNT = 1_000;
const EXCERPT_LENGTH = 160;

/**
 * Devotionals of a language: published until a day, and bundled ones. A bundled one that was published is found only by
 * its date.
 *
 * @throws Error when the store cannot be read.
 */
export async function searchableDevotionals(
  store: DevotionalStore,
  language: Language,
  today: string,
): Promise<SearchDocument<DevotionalHit>[]> {
  const published = await store.latest(language, today, PUBLISHED_COUNT);
  const titles = new Set(published.map(({ title }) => title));
  const shipped = await bundledDevotionals(language);
  return [...published.map(ofDate), ...shipped.filter(({ title }) => !titles.has(title))];
}

/** Bundled devotionals, independent of the store. */
export async function bundledDevotionals(
  language: Language,
): Promise<SearchDocument<DevotionalHit>[]> {
  return (await shippedDevotionals(language)).map(ofDay);
}

function ofDate(entry: DatedEntry): SearchDocument<DevotionalHit> {
  const { date } = entry;
  return devotionalDocument(entry, { path: devotionalPath(date), date });
}

function ofDay(entry: DevotionalEntry): SearchDocument<DevotionalHit> {
  return devotionalDocument(entry, { path: `/devotional?day=${entry.day}`, date: null });
}

function devotionalDocument(
  { title, verse, content }: DevotionalEntry,
  { path, date }: Pick<DevotionalHit, "path" | "date">,
): SearchDocument<DevotionalHit> {
  const paragraphs = plainParagraphs(content);
  const [opening = ""] = paragraphs;
  return {
    id: path,
    title,
    subject: verse,
    body: paragraphs.join("\n\n"),
    publishedAt: date ?? "",
    item: { title, verse, excerpt: shortened(opening), path, date },
  };
}

/** Shortens a text at a word boundary. */
function shortened(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", EXCERPT_LENGTH))} …`;
}

export type VideoListsDeps = PlaylistService & {
  ministry: () => Pick<Ministry, "playlists" | "categories" | "videos">;
};

type VideoFacts = NonNullable<Ministry["videos"]>[string];

/** Videos of all lists that were read, and the other lists. */
type VideoLists = {
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
    const ministry = deps.ministry();
    const current = categoriesOf(ministry);
    const changes = await Promise.all(
      current.map(async ({ id }) => {
        const known = lists.get(id);
        const list = await readList(deps, id, known);
        if (list) lists.set(id, list);
        return list !== known;
      }),
    );
    const categories = JSON.stringify([current, ministry.categories]);
    const { videos: details } = ministry;
    if (changes.some(Boolean) || categories !== lastCategories || details !== lastDetails)
      videos = searchableVideos(lists, ministry);
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
    const query = { playlistId: playlistOf(ministry(), id), timeoutMs: READ_TIMEOUT_MS };
    return await readPlaylist(service, query, known);
  } catch {
    // The playlist function reports its own failures.
    return known;
  }
}

/** Every video once, in the first of its categories. */
function searchableVideos(
  lists: ReadonlyMap<CategoryId, ReadPlaylist>,
  ministry: ReturnType<VideoListsDeps["ministry"]>,
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
function searchableVideo(
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
