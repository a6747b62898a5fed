import { BIBLE_BOOKS, bookByAlias, type BiblePlace } from "#shared/bible/bible-books.ts";
import {
  type SearchScope,
  createSearchIndexBuilder,
  type SearchIndex,
} from "#shared/bible/bible-search.ts";
import type { WholeBible } from "./kjv-text.ts";
import { setImmediate as pause } from "node:timers/promises";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { type BibleVerse, packVerse } from "#shared/bible/bible-text.ts";
import type { PackedBook } from "#shared/contracts/bible-reader.ts";
import type { BoundedMap } from "@reign-tv/kit/bounded-map.ts";
import {
  type PrecompressedBody,
  precompress,
  precompressLazily,
} from "@reign-tv/kit/http/precompressed-body.ts";
import { FREE_CAPS, type VersionTerms } from "./chapter-response.domain.ts";

/** Location of a verse by its running number. */
type VersePlace = { usfm: string; bookName: string; chapter: number; verse: number };

/** Converts running verse numbers (from 0, in canonical order) to locations, and scopes to numbers. */
type VersePlaces = {
  placeOf(ordinal: number): VersePlace | null;
  textOf(ordinal: number): string;
  /** "ot", "nt" or any book name; null for other names. */
  scopeOf(name: string): SearchScope | null;
};

/** Indexes the first verse of each chapter. */
function createVersePlaces(text: WholeBible): VersePlaces {
  const chapters = BIBLE_BOOKS.flatMap((book) =>
    text.book(book.order).map((verses, index) => ({ book, chapter: index + 1, verses })),
  );
  const starts = startsOf(chapters.map(({ verses }) => verses.length));
  const total = starts.at(-1) ?? 0;
  const startOf = (order: number): number => {
    const at = chapters.findIndex(({ book }) => book.order >= order);
    return at === -1 ? total : (starts[at] ?? total);
  };
  const firstOfNew = startOf(BIBLE_BOOKS.findIndex(({ testament }) => testament === "nt"));

  function find(ordinal: number) {
    if (ordinal < 0 || ordinal >= total) return null;
    const at = starts.findLastIndex((start) => start <= ordinal);
    const found = chapters[at];
    const verse = found?.verses[ordinal - (starts[at] ?? 0)];
    return found && verse ? { ...found, verse } : null;
  }

  return {
    placeOf(ordinal) {
      const found = find(ordinal);
      if (!found) return null;
      const { book, chapter, verse } = found;
      return { usfm: book.usfm, bookName: book.name, chapter, verse: verse.verse };
    },
    textOf: (ordinal) => find(ordinal)?.verse.text ?? "",
    scopeOf(name) {
      if (name === "ot") return { from: 0, to: firstOfNew };
      if (name === "nt") return { from: firstOfNew, to: total };
      const book = bookByAlias(name);
      return book ? { from: startOf(book.order), to: startOf(book.order + 1) } : null;
    },
  };
}

/** Offsets of consecutive parts, and the end of the last. */
function startsOf(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

/** A complete version on this server: text, search index and offline files. */
export type FreeText = {
  terms: VersionTerms;
  /** Verses of a chapter; empty if there is no such chapter. */
  verses(place: BiblePlace): Promise<readonly BibleVerse[]>;
  /** Text of a verse; null if there is no such verse. */
  wordsOf(place: BiblePlace, verse: number): Promise<string | null>;
  /** The precompressed response of a whole chapter, made at the first call. */
  chapter(
    place: BiblePlace,
    make: (verses: readonly BibleVerse[]) => object,
  ): Promise<PrecompressedBody>;
  search(): Promise<{ index: SearchIndex; places: VersePlaces }>;
  /** All books in one file. */
  allBooks(): Promise<PrecompressedBody>;
  book(bookOrder: number): Promise<PrecompressedBody>;
};

/** Precompressed chapters, one cache for all texts. */
export type ChapterCacheMap = BoundedMap<string, PrecompressedBody>;

type FreeTextDeps = {
  version: BibleVersionFacts;
  /** Revision of the text, part of the cache key. */
  revision: string;
  load: () => Promise<WholeBible>;
  chapters: ChapterCacheMap;
};

/** Reads, builds and compresses at the first use, then caches. */
export function createFreeText({ version, revision, load, chapters }: FreeTextDeps): FreeText {
  const { id: versionId, copyright } = version;
  const text = once(load);
  const packBook = async (bookOrder: number): Promise<PackedBook & { version: string }> => ({
    version: versionId,
    book: BIBLE_BOOKS[bookOrder]?.usfm ?? "",
    chapters: (await text()).book(bookOrder).map((verses) => verses.map(packVerse)),
  });

  async function versesOf({ book, chapter }: BiblePlace): Promise<readonly BibleVerse[]> {
    return (await text()).chapter(book.order, chapter) ?? [];
  }

  return {
    terms: { version, caps: FREE_CAPS, copyright },
    verses: versesOf,
    async wordsOf(place, number) {
      const verses = await versesOf(place);
      return verses.find(({ verse }) => verse === number)?.text ?? null;
    },
    async chapter(place, make) {
      const key = `${versionId}.${revision}.${place.book.usfm}.${place.chapter}`;
      const cached = chapters.get(key);
      if (cached) return cached;
      const prepared = precompress(JSON.stringify(make(await versesOf(place))));
      chapters.set(key, prepared);
      return prepared;
    },
    search: once(async () => {
      const whole = await text();
      return { index: await buildIndex(whole), places: createVersePlaces(whole) };
    }),
    allBooks: once(() =>
      precompressLazily(async () => {
        const books = await Promise.all(BIBLE_BOOKS.map(({ order }) => packBook(order)));
        return JSON.stringify({ version: versionId, books });
      }),
    ),
    book: async (bookOrder) => precompress(JSON.stringify(await packBook(bookOrder)), "passing"),
  };
}

/** Builds the index book by book, so that other requests are served in between. */
async function buildIndex(text: WholeBible): Promise<SearchIndex> {
  const builder = createSearchIndexBuilder();
  for (const { order } of BIBLE_BOOKS) {
    for (const verse of text.book(order).flat()) builder.add(verse.text);
    await pause();
  }
  return builder.finish();
}

/** Runs a task at the first call, and again after a failure. */
function once<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}
