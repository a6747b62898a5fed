import {
  type BiblePlace,
  bookName,
  placeName,
  nextPlace,
  previousPlace,
} from "#shared/bible/bible-books.ts";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { BibleLicence, BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { nearestLanguage } from "#shared/languages.ts";
import type { BibleCaps, ChapterAnswer } from "#shared/contracts/bible-responses.ts";

/** Terms of a version, sent with each of its chapters. */
export type VersionTerms = { version: BibleVersionFacts; caps: BibleCaps; copyright: string };

type ChapterContent = {
  reference: BibleReference;
  /** All verses of the chapter. */
  verses: readonly BibleVerse[];
  terms: VersionTerms;
  fumsToken?: string | undefined;
};

/** Names of licences as in the public service. */
const LICENCE_NOTES: Readonly<Record<BibleLicence, string>> = {
  pd: "Public Domain",
  cc0: "CC0 1.0",
  "cc-by": "CC BY 4.0",
  "cc-by-sa": "CC BY-SA 4.0",
  "cc-by-nd": "CC BY-ND 4.0",
  licensed: "Licensed",
};

/** Free texts have no restrictions. */
export const FREE_CAPS: BibleCaps = {
  offline: true,
  search: true,
  tts: "any",
  copyVerses: 31_102,
  storeVerses: null,
  storeDays: null,
  fums: false,
};

/**
 * Builds the response in the shape of the public service of the specification, with additions for the reader. Returns
 * null if the chapter lacks one of the verses.
 */
export function chapterAnswer(content: ChapterContent): ChapterAnswer | null {
  const { reference, terms, fumsToken } = content;
  const { book, chapter, verses: range } = reference;
  const { version } = terms;
  const language = nearestLanguage(version.language);
  const verses = range
    ? content.verses.filter(({ verse }) => verse >= range.from && verse <= range.to)
    : content.verses;
  const last = verses.at(-1);
  if (!last || (range && last.verse < range.to)) return null;
  return {
    reference: `${placeName(reference, language)}${range ? `:${rangeText(range)}` : ""}`,
    verses: verses.map(({ verse, text, ...marks }) => ({
      book_id: book.usfm,
      book_name: bookName(book, language),
      chapter,
      verse,
      text,
      ...inServiceWords(marks),
    })),
    text: verses.map(({ text }) => text).join(" "),
    translation_id: version.id,
    translation_name: version.name,
    translation_note: LICENCE_NOTES[version.licence],
    licence: version.licence,
    copyright: terms.copyright,
    caps: terms.caps,
    ...(fumsToken !== undefined && { fums: fumsToken }),
    previous: placeAnswer(previousPlace(reference)),
    next: placeAnswer(nextPlace(reference)),
  };
}

type VerseMarks = Omit<
  ChapterAnswer["verses"][number],
  "book_id" | "book_name" | "chapter" | "verse" | "text"
>;

function rangeText({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}-${to}`;
}

function inServiceWords(marks: Omit<BibleVerse, "verse" | "text">): VerseMarks {
  return {
    ...(marks.isParagraph && { paragraph: true }),
    ...(marks.title !== undefined && { title: marks.title }),
    ...(marks.heading !== undefined && { heading: marks.heading }),
    ...(marks.italics && { italics: marks.italics }),
    ...(marks.jesusWords && { words_of_jesus: marks.jesusWords }),
    ...(marks.section !== undefined && { section: marks.section }),
    ...(marks.lines && { lines: marks.lines }),
    ...(marks.footnotes && { footnotes: marks.footnotes }),
  };
}

function placeAnswer(place: BiblePlace | null): ChapterAnswer["next"] {
  return place && { book: place.book.id, chapter: place.chapter };
}
