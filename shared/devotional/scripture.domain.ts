import { bookByAlias, bookName, type BibleBook } from "#shared/bible/bible-books.ts";
import { type BibleReference, parseReference } from "#shared/bible/bible-reference.ts";
import {
  BIBLE_VERSION_IDS,
  BIBLE_VERSIONS,
  type BibleVersionFacts,
} from "#shared/bible/bible-versions.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";

/** A Scripture reference as it stands in a text. */
export type FoundReference = {
  /** Places in the text: the first character, and the one after the last. */
  from: number;
  to: number;
  text: string;
  /** Null: the book is known, but it has no such chapter. */
  reference: BibleReference | null;
};

/**
 * Up to four words, perhaps with a number before them, then chapter and verses: "1 John 4:8",
 * "Actes des Apôtres 2.38", "Jean 3, 16-18". Words are bounded, so that no text is slow to read.
 */
const CANDIDATE =
  /(?:(?:[1-3]|I{1,3})[\s\u00a0])?\p{L}[\p{L}.'’-]{0,20}(?:[\s\u00a0]\p{L}[\p{L}.'’-]{0,20}){0,3}[\s\u00a0]\d{1,3}(?:(?:[\s\u00a0]?:[\s\u00a0]?|[.v]|,[\s\u00a0]?)\d{1,3}(?:[\s\u00a0]?[-–][\s\u00a0]?\d{1,3})?)?(?![\p{L}\d])/gu;

const PARTS = /^(.+?)[\s\u00a0]+(\d{1,3})(?:[^\d]+(\d{1,3})(?:[^\d]+(\d{1,3}))?)?$/u;

/**
 * References to Scripture in a text, in its order. A name of a book without a chapter is a word like any
 * other, and so is a shortened one without a verse ("Am 3").
 */
export function findReferences(text: string): FoundReference[] {
  const found: FoundReference[] = [];
  const candidates = new RegExp(CANDIDATE);
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    const reference = longestReference(match[0], match.index);
    if (reference) found.push(reference);
    // What is not one may hold one further on: "in 1 John 4:8" begins as "in 1".
    else candidates.lastIndex = match.index + firstWord(match[0]).length;
  }
  return found;
}

function firstWord(text: string): string {
  return /^\S+/u.exec(text)?.[0] ?? text;
}

/** The reference at the end of some words; those before it may belong to the sentence. */
function longestReference(words: string, at: number): FoundReference | null {
  for (const { index } of words.matchAll(/(?:^|[\s\u00a0])(?=\S)/gu)) {
    const from = index === 0 ? 0 : index + 1;
    const text = words.slice(from);
    const reference = readWritten(text);
    if (reference !== undefined) {
      return { from: at + from, to: at + words.length, text, reference };
    }
  }
  return null;
}

/** Undefined where the words are no reference. */
function readWritten(text: string): BibleReference | null | undefined {
  const [, name = "", chapter = "", verse, last] = PARTS.exec(text) ?? [];
  const isName = /^(?:[1-3]|I{1,3}\s)?\s*\p{Lu}/u.test(name.replaceAll("\u00a0", " "));
  const book = isName ? bookByAlias(name) : undefined;
  if (!book || (verse === undefined && !isFullName(name, book))) return undefined;
  const end = last === undefined ? "" : `-${last}`;
  const reference = parseReference(
    verse === undefined ? `${book.name} ${chapter}` : `${book.name} ${chapter}:${verse}${end}`,
  );
  return typeof reference === "string" ? null : reference;
}

/** "Psalm 23" and "Psaume 23" name a chapter; three letters and a number are something else. */
function isFullName(name: string, book: BibleBook): boolean {
  const letters = name.replaceAll(/[^\p{L}]/gu, "");
  const shortest = Math.min(
    ...LANGUAGES.map((language) => bookName(book, language).replaceAll(/[^\p{L}]/gu, "").length),
  );
  return letters.length >= Math.min(shortest, 5);
}

/** "John 3:16-18" with the book's name in a language. */
export function referenceText(
  { book, chapter, verses }: BibleReference,
  language: Language,
): string {
  const place = `${bookName(book, language)} ${chapter}`;
  if (verses === null) return place;
  const { from, to } = verses;
  return from === to ? `${place}:${from}` : `${place}:${from}-${to}`;
}

/** Address of a reference in our Bible, without the language. */
export function referenceAddress({ book, chapter, verses }: BibleReference): string {
  const verse = verses === null ? "" : `&verse=${verses.from}`;
  return `/bible?book=${book.id}&chapter=${chapter}${verse}`;
}

/** Versions that a text names beside its quotations ("John 3:16, NIV"), whose licence lines belong to it. */
export function quotedVersions(text: string): BibleVersionFacts[] {
  const words = new Set(text.match(/[A-Z]{3,4}/g) ?? []);
  return BIBLE_VERSION_IDS.map((id) => BIBLE_VERSIONS[id]).filter(({ abbreviation }) =>
    words.has(abbreviation),
  );
}
