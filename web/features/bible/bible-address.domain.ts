import {
  type BibleBook,
  type BiblePlace,
  bookByAlias,
  bookName,
} from "#shared/bible/bible-books.ts";
import { type BibleVersionId, bibleVersion } from "#shared/bible/bible-versions.ts";
import type { Language } from "#shared/languages.ts";

/** What an address names; the stored choice or the beginning of the Bible stands in for the rest. */
export type AddressedBible = {
  version: BibleVersionId | null;
  place: BiblePlace | null;
  /** A verse to go to, or null. */
  verse: number | null;
};

/** Reads `?version=&book=&chapter=&verse=`; what makes no sense counts as not named. */
export function readAddress(parameters: URLSearchParams): AddressedBible {
  const book = bookByAlias(parameters.get("book") ?? "");
  const verse = Number(parameters.get("verse"));
  return {
    version: bibleVersion(parameters.get("version") ?? "")?.id ?? null,
    place: book ? placeIn(book, Number(parameters.get("chapter") ?? 1)) : null,
    verse: Number.isInteger(verse) && verse > 0 ? verse : null,
  };
}

/** The search part of a chapter's address. */
export function addressOf(
  version: BibleVersionId,
  { book, chapter }: BiblePlace,
  verse?: number,
): string {
  const end = verse === undefined ? "" : `&verse=${verse}`;
  return `?version=${version}&book=${book.id}&chapter=${chapter}${end}`;
}

/** A chapter of the book; the nearest one where there is no such chapter. */
export function placeIn(book: BibleBook, chapter: number): BiblePlace {
  const whole = Number.isInteger(chapter) ? chapter : 1;
  return { book, chapter: Math.min(Math.max(whole, 1), book.chapters) };
}

/** "John 3" in the language of the page. */
export function placeName({ book, chapter }: BiblePlace, language: Language): string {
  return `${bookName(book, language)} ${chapter}`;
}

/** A bookmark as it is stored: "Book chapter:verse" with the English name, whatever the language. */
export function bookmarkOf({ book, chapter }: BiblePlace, verse: number): string {
  return `${book.name} ${chapter}:${verse}`;
}

/** The place of a bookmark; null when it is none of ours. */
export function readBookmark(bookmark: string): (BiblePlace & { verse: number }) | null {
  const [, name = "", chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(bookmark) ?? [];
  const book = bookByAlias(name);
  return book ? { ...placeIn(book, Number(chapter)), verse: Number(verse) } : null;
}
