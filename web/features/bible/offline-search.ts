import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { createSearchIndexBuilder, type SearchIndex } from "#shared/bible/bible-search.ts";
import { storedBook } from "./bible-cache.ts";
import type { ReadSearch } from "#shared/contracts/bible-reader.ts";

/** A search in a free text. */
export type WholeSearch = { version: string; term: string; limit: number };

type Hit = Omit<ReadSearch["hits"][number], "ranges">;
type OfflineBible = { index: SearchIndex; verses: readonly Hit[] };

/** The last searched text; a phone has no memory for several. */
let opened: { version: string; bible: Promise<OfflineBible | null> } | null = null;

/** Searches a downloaded text; null when it is not on this device. */
export async function searchOffline({
  version,
  term,
  limit,
}: WholeSearch): Promise<ReadSearch | null> {
  if (opened?.version !== version) opened = { version, bible: openBible(version) };
  const bible = await opened.bible;
  if (!bible) {
    opened = null;
    return null;
  }
  const { total, hits } = bible.index.search(term, limit);
  return {
    total,
    hits: hits.flatMap(({ ordinal, ranges }) => {
      const verse = bible.verses[ordinal];
      return verse ? [{ ...verse, ranges }] : [];
    }),
  };
}

/** Builds the server's index; the page can run between two books. */
async function openBible(version: string): Promise<OfflineBible | null> {
  const builder = createSearchIndexBuilder();
  const verses: Hit[] = [];
  for (const { usfm } of BIBLE_BOOKS) {
    const chapters = await storedBook(version, usfm);
    if (!chapters) return null;
    for (const [index, chapter] of chapters.entries()) {
      for (const [verse, text] of chapter) {
        builder.add(text);
        verses.push({ ref: { usfm, chapter: index + 1, verse }, text });
      }
    }
  }
  return { index: builder.finish(), verses };
}
