import type { Language } from "#shared/languages.ts";
import type { SiteSearch, SuggestAnswer, Suggestion, VideoHit } from "#shared/contracts/search.ts";
import type { SearchKind } from "#shared/search/search-address.ts";
import { type BibleSearch, namedPlace } from "./bible-search-client.ts";
import type { SearchCollections } from "./search-collections.ts";
import { queryWords } from "./search-words.domain.ts";

export type SearchResponseDeps = { collections: SearchCollections; bible: BibleSearch };

type SearchRequest = {
  text: string;
  language: Language;
  /**
   * Limits the response to one group with more hits; null for all groups. Other groups then contain only their totals.
   */
  kind: SearchKind | null;
};

/** Limits on hits, for all groups together and for one alone. */
const HITS_TOGETHER: Readonly<Record<SearchKind, number>> = {
  videos: 12,
  devotionals: 3,
  bible: 5,
  pages: 4,
};
const HITS_ALONE = 60;
const NEAREST_COUNT = 4;

/** Searches all groups at once. A failed group is listed as missing. */
export async function searchSite(
  { collections, bible }: SearchResponseDeps,
  { text, language, kind }: SearchRequest,
): Promise<SiteSearch> {
  const [reference, verses] = await Promise.all([
    kind === null ? bible.reference(text, language) : null,
    bible.verses(text, language, Math.max(1, limitOf("bible", kind))).catch(() => null),
    collections.ready(),
  ]);
  const words = queryWords(text);
  const groups = {
    videos: collections.videos.search(words, limitOf("videos", kind)),
    devotionals: collections.in(language).devotionals.search(words, limitOf("devotionals", kind)),
    bible: {
      total: verses?.total ?? 0,
      hits: kind === null || kind === "bible" ? (verses?.hits ?? []) : [],
      version: verses?.version ?? null,
    },
    pages: collections.in(language).pages.search(words, limitOf("pages", kind)),
  };
  const isEmpty = reference === null && Object.values(groups).every(({ total }) => total === 0);
  const missing = [...collections.missing(), ...(verses ? [] : (["bible"] as const))];
  return {
    query: text,
    reference,
    ...groups,
    nearest: isEmpty ? collections.videos.nearest(words, NEAREST_COUNT) : [],
    isPartial: missing.length > 0,
    missing,
  };
}

function limitOf(group: SearchKind, kind: SearchKind | null): number {
  if (kind === null) return HITS_TOGETHER[group];
  return kind === group ? HITS_ALONE : 0;
}

const VIDEO_COUNT = 5;
const DEVOTIONAL_COUNT = 2;
const PAGE_COUNT = 2;

/** Suggestions for unfinished input: a passage of the Bible, then pages, then titles. */
export async function suggest(
  collections: SearchCollections,
  query: string,
  language: Language,
): Promise<SuggestAnswer> {
  await collections.ready();
  const words = queryWords(query);
  const place = namedPlace(query, language);
  const { pages, devotionals } = collections.in(language);
  const suggestions = [
    ...(place ? [suggestion("reference", place.name, place.path)] : []),
    ...pages
      .search(words, PAGE_COUNT)
      .hits.map(({ title, address }) => suggestion("page", title, address)),
    ...collections.videos.search(words, VIDEO_COUNT).hits.map(videoSuggestion),
    ...devotionals
      .search(words, DEVOTIONAL_COUNT)
      .hits.map(({ title, path }) => suggestion("devotional", title, path)),
  ];
  return { query, suggestions };
}

function suggestion(kind: Suggestion["kind"], title: string, address: string): Suggestion {
  return { kind, title, address, category: null, thumbnail: null };
}

function videoSuggestion({ id, title, category, path, thumbnail }: VideoHit): Suggestion {
  const address = `${path}?v=${id}`;
  return { kind: "video", title, address, category, thumbnail };
}
