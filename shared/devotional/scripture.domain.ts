import {
  type BibleBook,
  bookByAlias,
  bookByBeginning,
  bookName,
  placeName,
  languagesOfName,
} from "#shared/bible/bible-books.ts";
import { type BibleReference, parseReference } from "#shared/bible/bible-reference.ts";
import {
  BIBLE_VERSION_IDS,
  BIBLE_VERSIONS,
  type BibleVersionFacts,
} from "#shared/bible/bible-versions.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";

/** A Scripture reference found in a text. */
export type FoundReference = {
  /** Index of its first character, and of the one after its last. */
  from: number;
  to: number;
  text: string;
  /** The text, completed with the book in a list ("Jn 3:16, 18": "Jn 3:18"). */
  name: string;
  /** The only language with this book name; null if several have it ("Ps", "Daniel"). */
  language: Language | null;
  /** Null: the book is known, but it has no such chapter. */
  reference: BibleReference | null;
};

/**
 * Up to four words with an optional number, then chapter and verses: "1 John 4:8", "1Co 13,4-7",
 * "Actes des Apôtres 2.38", "Jean 3, 16-18", "Psaume 23 verset 4". Words are bounded to keep
 * matching linear.
 */
const CANDIDATE =
  /(?<![\p{L}\p{N}])(?:[1-3](?:(?:er|[eè]?re|[eè]me|e)\s|\s?)|I{1,3}\s)?\p{L}[\p{L}.'’-]{0,20}(?:\s\p{L}[\p{L}.'’-]{0,20}){0,3}\s\d{1,3}(?:(?:\s?:\s?|[.v]|,\s?|\s(?:vv?\.?|verses?|versets?)\s?)\d{1,3}(?:\s?[-–]\s?\d{1,3})?)?(?![\p{L}\d]|[:.]\d)/gu;

/** "Jean", "1 Jean", "1ère Jean", "1ère lettre de Jean": the name itself has a capital. */
const NAME_START =
  /^(?:(?:[1-3](?:er|[eè]?re|[eè]me|e)?|I{1,3}\s)\s*(?:(?:lettre|épître|livre)\s(?:aux?|de|des|du|à)\s)?)?\p{Lu}/u;

const PARTS = /^(.+?)\s+(\d{1,3})(?:\D+(\d{1,3})(?:\D+(\d{1,3}))?)?$/u;

/**
 * Continuation of a list: another chapter ("; 4:2"), or verses of the chapter (",
 * 18-20", " et 18").
 */
const FURTHER =
  /(?:\s?[;,]\s?(?=\d{1,3}[:.]\d)|,\s?|\s(?:and|et|&)\s)(?<place>(?:(?<chapter>\d{1,3})[:.])?(?<verse>\d{1,3})(?:[-–](?<last>\d{1,3}))?)(?![\p{L}\d]|[:.]\d|\s(?!(?:and|et)\s)\p{L})/uy;

/** Words after a number that counts something else: "Mark 5 people", "Luc 10:30 pm". */
const COUNTED =
  /\s?(?:%|[€$]|(?:people|persons?|years?|days?|times|minutes|hours?|children|personnes?|ans|jours?|fois|heures?|enfants|a\.?m|p\.?m|h)(?![\p{L}]))/iuy;

/** Common words that are also short book names: "Is 5.5 enough", "So 3.2 million". */
const ALSO_WORDS = new Set(["Is", "Am", "So", "Ha", "Na", "Es", "Ex", "Ob", "Ab"]);

/** Characters needed to see whether a sentence continues. */
const AFTER_LENGTH = 5;

/** Minimum length of a shortened name in a text; shorter ones must be listed aliases. */
const LEAST_BEGINNING = 3;

/**
 * Finds the Scripture references of a text, in order. A book without a chapter is a plain word, and
 * so is a shortened name without a verse ("Am 3").
 */
export function findReferences(text: string): FoundReference[] {
  const found: FoundReference[] = [];
  const candidates = new RegExp(CANDIDATE);
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    const first = longestReference(match[0], match.index, text);
    if (first) {
      const all = [first, ...furtherReferences(text, first)];
      found.push(...all);
      candidates.lastIndex = all.at(-1)?.to ?? first.to;
    }
    // Retry after the first word: "in 1 John 4:8" is first matched as "in 1".
    else candidates.lastIndex = match.index + firstWord(match[0]).length;
  }
  return found;
}

function firstWord(text: string): string {
  return /^\S+/u.exec(text)?.[0] ?? text;
}

/** Returns the reference at the end of some words; earlier words may belong to the sentence. */
function longestReference(words: string, at: number, whole: string): FoundReference | null {
  const to = at + words.length;
  if (isAt(COUNTED, whole, to)) return null;
  for (const { index } of words.matchAll(/(?:^|\s)(?=\S)/gu)) {
    const from = index === 0 ? 0 : index + 1;
    const text = words.slice(from);
    const read = readWritten(text, whole.slice(to, to + AFTER_LENGTH));
    if (read !== null) return { from: at + from, to, text, name: text, ...read };
  }
  return null;
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.test(text);
}

/**
 * Returns the continuation of a list. A verse that does not follow the last one counts something
 * else.
 */
function furtherReferences(text: string, first: FoundReference): FoundReference[] {
  const further: FoundReference[] = [];
  const name = PARTS.exec(first.text)?.[1] ?? "";
  let last = first;
  for (;;) {
    const next = furtherReference(text, last, name);
    if (next === null) return further;
    further.push(next);
    last = next;
  }
}

function furtherReference(text: string, last: FoundReference, name: string): FoundReference | null {
  if (!last.reference?.verses || isAt(COUNTED, text, last.to)) return null;
  const going = new RegExp(FURTHER);
  going.lastIndex = last.to;
  const { place = "", chapter, verse = "", last: end } = going.exec(text)?.groups ?? {};
  if (verse === "" || isAt(COUNTED, text, going.lastIndex)) return null;
  const { book, chapter: same, verses } = last.reference;
  if (chapter === undefined && Number(verse) <= verses.to) return null;
  const reference = inBook(book, chapter ?? String(same), verse, end);
  if (reference === null) return null;
  const to = going.lastIndex;
  const written = chapter === undefined ? `${same}:${place}` : place;
  return {
    ...last,
    from: to - place.length,
    to,
    text: place,
    name: `${name} ${written}`,
    reference,
  };
}

/**
 * Returns null for words that are no reference.
 *
 * @param after the following characters
 */
function readWritten(
  text: string,
  after: string,
): Pick<FoundReference, "reference" | "language"> | null {
  const [, name = "", chapter = "", verse, last] = PARTS.exec(text) ?? [];
  const book = NAME_START.test(name) ? bookOf(name, verse !== undefined) : undefined;
  if (!book || (verse === undefined && !isFullName(name, book))) return null;
  if (ALSO_WORDS.has(name) && /^\s(?!(?:and|et)\s)\p{Ll}/u.test(after)) return null;
  const [language, ...others] = languagesOfName(book, name);
  return {
    reference: inBook(book, chapter, verse, last),
    language: others.length === 0 ? (language ?? null) : null,
  };
}

function bookOf(name: string, hasVerse: boolean): BibleBook | undefined {
  const letters = name.replaceAll(/\P{L}/gu, "").length;
  return (
    bookByAlias(name) ??
    (hasVerse && letters >= LEAST_BEGINNING ? bookByBeginning(name) : undefined)
  );
}

function inBook(
  { name }: BibleBook,
  chapter: string,
  verse: string | undefined,
  last: string | undefined,
): BibleReference | null {
  const verses = verse === undefined ? "" : `:${verse}${last === undefined ? "" : `-${last}`}`;
  const reference = parseReference(`${name} ${chapter}${verses}`);
  return typeof reference === "string" ? null : reference;
}

/** "Psalm 23" and "Psaume 23" name a chapter; three letters and a number do not. */
function isFullName(name: string, book: BibleBook): boolean {
  const letters = name.replaceAll(/[^\p{L}]/gu, "");
  const shortest = Math.min(
    ...LANGUAGES.map((language) => bookName(book, language).replaceAll(/[^\p{L}]/gu, "").length),
  );
  return letters.length >= Math.min(shortest, 5);
}

/** Formats a reference with the book's name in a language: "John 3:16-18". */
export function referenceText(
  { book, chapter, verses }: BibleReference,
  language: Language,
): string {
  const place = placeName({ book, chapter }, language);
  if (verses === null) return place;
  const { from, to } = verses;
  return from === to ? `${place}:${from}` : `${place}:${from}-${to}`;
}

/**
 * Returns the versions that a text cites ("John 3:16, NIV"); their copyright notices must be shown.
 */
export function quotedVersions(text: string): BibleVersionFacts[] {
  const words = new Set(text.match(/[A-Z]{3,4}/g) ?? []);
  return BIBLE_VERSION_IDS.map((id) => BIBLE_VERSIONS[id]).filter(({ abbreviation }) =>
    words.has(abbreviation),
  );
}
