import type { Language } from "#shared/languages.ts";
import type { SuggestAnswer, Suggestion, VideoHit } from "#shared/contracts/search.ts";
import { namedPlace } from "./bible-search-client.ts";
import type { SearchCollections } from "./search-collections.ts";
import { queryWords } from "./search-words.domain.ts";

const VIDEO_COUNT = 5;
const DEVOTIONAL_COUNT = 2;
const PAGE_COUNT = 2;

/** What somebody may mean who has typed so far: a place of the Bible first, then pages, then titles. */
export async function suggestAnswer(
  collections: SearchCollections,
  query: string,
  language: Language,
): Promise<SuggestAnswer> {
  await collections.ready();
  const words = queryWords(query);
  const place = namedPlace(query, language);
  const { pages, devotionals } = collections.in(language);
  const suggestions = [
    ...(place ? [line("reference", place.name, place.path)] : []),
    ...pages
      .search(words, PAGE_COUNT)
      .hits.map(({ title, address }) => line("page", title, address)),
    ...collections.videos.search(words, VIDEO_COUNT).hits.map(videoLine),
    ...devotionals
      .search(words, DEVOTIONAL_COUNT)
      .hits.map(({ title, path }) => line("devotional", title, path)),
  ];
  return { query, suggestions };
}

function line(kind: Suggestion["kind"], title: string, address: string): Suggestion {
  return { kind, title, address, category: null, thumbnail: null };
}

function videoLine({ id, title, category, path, thumbnail }: VideoHit): Suggestion {
  const address = `${path}?v=${id}`;
  return { kind: "video", title, address, category, thumbnail };
}
