import { BIBLE_BOOKS, bookByAlias } from "#shared/bible/bible-books.ts";
import type { SearchScope } from "#shared/bible/bible-search.ts";
import type { WholeBible } from "./kjv-text.ts";

/** Where a verse of a running number stands. */
export type VersePlace = { usfm: string; bookName: string; chapter: number; verse: number };

/** Turns running numbers of verses (from 0, in canonical order) into places and scopes into numbers. */
export type VersePlaces = {
  placeOf(ordinal: number): VersePlace | null;
  textOf(ordinal: number): string;
  /** "ot", "nt" or a book by any of its names; null when it is none of them. */
  scopeOf(name: string): SearchScope | null;
};

/** Counts the verses of a version once; what is kept is where each chapter begins. */
export function createVersePlaces(text: WholeBible): VersePlaces {
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

/** Where each of them begins when they stand one after the other, and the end of all. */
function startsOf(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}
