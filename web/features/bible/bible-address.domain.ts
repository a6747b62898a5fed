import {
  type BibleBook,
  type BiblePlace,
  bookByAlias,
  FIRST_PLACE,
} from "#shared/bible/bible-books.ts";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import {
  type BibleVersionFacts,
  LOUIS_SEGOND,
  numberingOfLanguage,
  TEXT_ID,
} from "#shared/bible/bible-versions.ts";
import { renumberPlace } from "#shared/bible/numbering/numbering.ts";
import type { Language } from "#shared/languages.ts";

/** Location that the URL names; the stored choice or the beginning of the Bible fills the rest. */
export type AddressedBible = {
  /** Id of a version, which this site may not have. */
  version: string | null;
  place: BiblePlace | null;
  /** Verse to scroll to, or null. */
  verse: number | null;
  /** Id of a second version, or null. */
  secondVersion: string | null;
};

/**
 * Parses `?version=&book=&chapter=&verse=&with=`, or `?ref=` with a written reference; ignores
 * invalid values. Chapter and verse are in the numbering of the version, without one in that of the
 * page's language.
 */
export function readAddress(parameters: URLSearchParams): AddressedBible {
  const version = versionId(parameters.get("version"));
  const secondVersion = versionId(parameters.get("with"));
  const written = readTypedReference(parameters.get("ref") ?? "");
  if (written)
    return { version, place: written, verse: written.verses?.from ?? null, secondVersion };
  const book = bookByAlias(parameters.get("book") ?? "");
  const verse = Number(parameters.get("verse"));
  return {
    version,
    place: book ? placeIn(book, Number(parameters.get("chapter") ?? 1)) : null,
    verse: Number.isInteger(verse) && verse > 0 ? verse : null,
    secondVersion,
  };
}

function versionId(text: string | null): string | null {
  const id = text?.toLowerCase() ?? "";
  return TEXT_ID.test(id) ? id : null;
}

/** A version and a location in its numbering. */
export type OpenPlace<Version extends BibleVersionFacts = BibleVersionFacts> = {
  version: Version;
  place: BiblePlace;
  verse: number | null;
};

/** State of the last visit; the location is in the numbering of its version. */
export type LeftBible = { version: string | null; place: BiblePlace };

type Offer<Version extends BibleVersionFacts> = {
  all: readonly Version[];
  /** Version for a reader who has not chosen. */
  first: Version;
  language: Language;
};

/**
 * Returns the version and location to open, in the numbering of that version: from the URL, else
 * the last one read, else the beginning of the Bible.
 */
export function locationToOpen<Version extends BibleVersionFacts>(
  addressed: Omit<AddressedBible, "secondVersion">,
  left: LeftBible | null,
  { all, first, language }: Offer<Version>,
): OpenPlace<Version> {
  const known = (id: string | null): Version | undefined => all.find((each) => each.id === id);
  const version = known(addressed.version) ?? (left && known(left.version)) ?? first;
  const numberingOf = (id: string | null) =>
    known(id)?.numbering ??
    (id === LOUIS_SEGOND.id ? LOUIS_SEGOND.numbering : numberingOfLanguage(language));
  const to = version.numbering;
  if (addressed.place) {
    const from = numberingOf(addressed.version);
    return { version, ...renumberPlace(addressed.place, addressed.verse, { from, to }) };
  }
  const { version: leftIn = null, place } = left ?? { place: FIRST_PLACE };
  const from = leftIn === null ? to : numberingOf(leftIn);
  return { version, ...renumberPlace(place, null, { from, to }) };
}

/**
 * Returns the search part of a chapter's URL; location and verse are in the numbering of the
 * version.
 */
export function addressOf(
  { id }: Pick<BibleVersionFacts, "id">,
  { book, chapter }: BiblePlace,
  verse?: number,
): string {
  const end = verse === undefined ? "" : `&verse=${verse}`;
  return `?version=${id}&book=${book.id}&chapter=${chapter}${end}`;
}

/** Returns the chapter, or the nearest one. */
export function placeIn(book: BibleBook, chapter: number): BiblePlace {
  const whole = Number.isInteger(chapter) ? chapter : 1;
  return { book, chapter: Math.min(Math.max(whole, 1), book.chapters) };
}

/**
 * Returns a bookmark as it is stored: "Book chapter:verse" with the English name, in any language.
 */
export function bookmarkOf({ book, chapter }: BiblePlace, verse: number): string {
  return `${book.name} ${chapter}:${verse}`;
}

/** Parses a bookmark; null when it is invalid. */
export function readBookmark(bookmark: string): (BiblePlace & { verse: number }) | null {
  const [, name = "", chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(bookmark) ?? [];
  const book = bookByAlias(name);
  return book ? { ...placeIn(book, Number(chapter)), verse: Number(verse) } : null;
}
