import { type BibleBook, type BiblePlace, bookByAlias, bookByBeginning } from "./bible-books.ts";

/** A chapter or some verses of it. */
export type BibleReference = BiblePlace & {
  /** First and last verse; null for the whole chapter. */
  verses: { from: number; to: number } | null;
};

export type ReferenceFault =
  /** No reference at all. */
  | "syntax"
  /** More than one chapter at once. */
  | "chapters"
  /** Written well, but there is no such book or chapter. */
  | "unknown";

const MAX_LENGTH = 60;

/** Book, chapter, and verse or verses behind a sign: "John 3", "1 Samuel 3:10", "Jn 3.16-18". */
const PATTERN =
  /^\s*((?:[1-3]|i{1,3})?(?:st|nd|rd|(?:er|[eè]?re|[eè]me|de|e)(?=[\s-]))?[\s-]*\p{L}[\p{L}\s'’.-]*?)[\s.]*(\d{1,3})(?:\s*([:.,v–-]|\s)\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?)?\s*$/iu;

/** What follows a first reference in a list ("Matt 5:3-12; Luke 6:20-23"). */
const FURTHER = /\s*[;,]\s*\S.*$/;

/** Reads a reference whose book is written in full, as id or as code: what a service accepts. */
export function parseReference(text: string): BibleReference | ReferenceFault {
  return parse(text, bookByAlias);
}

/**
 * Reads what a person types, also shortened ("Philem 6") and the first of several. Null when the text
 * is something to search for: names alone ("ruth", "acts of faith") are words.
 */
export function readTypedReference(text: string): BibleReference | null {
  const bookOf = (name: string) => bookByAlias(name) ?? bookByBeginning(name);
  const whole = parse(text, bookOf);
  if (typeof whole !== "string") return whole;
  const first = parse(text.replace(FURTHER, ""), bookOf);
  return typeof first === "string" ? null : first;
}

function parse(
  text: string,
  bookOf: (name: string) => BibleBook | undefined,
): BibleReference | ReferenceFault {
  const match = text.length > MAX_LENGTH ? null : PATTERN.exec(text);
  const [, name = "", first = "", sign, second, last] = match ?? [];
  if (!match) return "syntax";
  const book = bookOf(name);
  if (!book) return "unknown";
  const isSpan = sign === "-" || sign === "–";
  if (book.chapters === 1) return inOnlyChapter(book, Number(first), { isSpan, second, last });
  if (isSpan) return "chapters";
  const chapter = Number(first);
  if (chapter < 1 || chapter > book.chapters) return "unknown";
  return withVerses({ book, chapter }, second, last);
}

type Rest = { isSpan: boolean; second: string | undefined; last: string | undefined };

/** "Jude 1" is the whole letter, "Jude 5" its fifth verse, "Jude 1:5" too. */
function inOnlyChapter(
  book: BibleBook,
  first: number,
  { isSpan, second, last }: Rest,
): BibleReference | ReferenceFault {
  const place = { book, chapter: 1 };
  if (isSpan) return withVerses(place, String(first), second);
  if (second !== undefined) return first === 1 ? withVerses(place, second, last) : "unknown";
  return first === 1 ? { ...place, verses: null } : withVerses(place, String(first), undefined);
}

function withVerses(
  place: BiblePlace,
  first: string | undefined,
  last: string | undefined,
): BibleReference | ReferenceFault {
  if (first === undefined) return { ...place, verses: null };
  const from = Number(first);
  const to = Number(last ?? first);
  return from < 1 || to < from ? "unknown" : { ...place, verses: { from, to } };
}
