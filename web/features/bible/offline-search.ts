import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { createSearchIndexBuilder, type SearchIndex } from "#shared/bible/bible-search.ts";
import { keptBook } from "./bible-cache.ts";
import type { ReadSearch } from "#shared/contracts/bible-reader.ts";

type Hit = Omit<ReadSearch["hits"][number], "ranges">;
type OfflineBible = { index: SearchIndex; verses: readonly Hit[] };

let opened: Promise<OfflineBible | null> | null = null;

/** Searches the downloaded King James Version; null when it is not on this device. */
export async function searchOffline(term: string, limit: number): Promise<ReadSearch | null> {
  opened ??= openBible();
  const bible = await opened;
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

/** Builds the same index as the server's; reading each book leaves the page time in between. */
async function openBible(): Promise<OfflineBible | null> {
  const builder = createSearchIndexBuilder();
  const verses: Hit[] = [];
  for (const { usfm } of BIBLE_BOOKS) {
    const chapters = await keptBook("kjv", usfm);
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
