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

/** Counts the verses of a version once. */
export function createVersePlaces(text: WholeBible): VersePlaces {
  const starts: number[] = [];
  const places: (VersePlace & { text: string })[] = [];
  for (const { order, usfm, name } of BIBLE_BOOKS) {
    starts.push(places.length);
    for (const [index, verses] of text.book(order).entries()) {
      for (const { verse, text: words } of verses) {
        places.push({ usfm, bookName: name, chapter: index + 1, verse, text: words });
      }
    }
  }
  const startOf = (order: number): number => starts[order] ?? places.length;
  const firstOfNew = startOf(BIBLE_BOOKS.findIndex(({ testament }) => testament === "nt"));
  return {
    placeOf: (ordinal) => places[ordinal] ?? null,
    textOf: (ordinal) => places[ordinal]?.text ?? "",
    scopeOf(name) {
      if (name === "ot") return { from: 0, to: firstOfNew };
      if (name === "nt") return { from: firstOfNew, to: places.length };
      const book = bookByAlias(name);
      return book ? { from: startOf(book.order), to: startOf(book.order + 1) } : null;
    },
  };
}
