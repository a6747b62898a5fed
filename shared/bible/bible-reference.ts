import { foldText } from "#shared/search/fold-text.ts";
import { type BibleBook, type BiblePlace, bookByAlias, bookByBeginning } from "./bible-books.ts";

/** A chapter or verses of it. */
export type BibleReference = BiblePlace & {
  /** First and last verse; null for the whole chapter. */
  verses: { from: number; to: number } | null;
};

export type ReferenceFault =
  /** Not a reference. */
  | "syntax"
  /** More than one chapter. */
  | "chapters"
  /** Unknown book, chapter or verse. */
  | "unknown";

const MAX_LENGTH = 60;
/** Longer texts are not read as references. */
const MAX_TYPED_LENGTH = 120;

/** Book, chapter and verses after a sign: "John 3", "1 Samuel 3:10", "Jn 3.16-18". */
const PATTERN =
  /^\s*((?:[1-3]|i{1,3})?(?:st|nd|rd|(?:er|[eè]?re|[eè]me|de|e)(?=[\s-]))?[\s.-]*\p{L}[\p{L}\s'’.-]*?)[\s.]*(\d{1,3})(?:\s*([:.,v–-]|\s)\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?)?\s*$/iu;

/** The last of a list ("Matt 5:3-12; Luke 6:20-23", "Jn 3,16.18"). */
const LAST_OF_LIST = /\s*(?:[;,.&]|\s(?:and|et)\s)[^;,.&]*$/;

const VERSE_WORD = String.raw`(?:verses?|versets?|vers?|v[vs]?s?)[\s.:]*(?=\d)`;
const VERSIONS = String.raw`(?:n?kjv|esv|niv|nlt|nasb|csb|amp|msg|asv|web|bsb|n?rsv|net|ylt|lsg|s21|nbs|bds|pdv|bfc|tob|darby|martin|ostervald|semeur|(?:new )?king james.*|(?:louis )?segond.*|[\p{L}\s]+ (?:version|bible|translation))`;

/** Rewrites pasted and dictated forms for `PATTERN`. The text is folded; the order matters. */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212-]+/gu, "-"],
  [/[\u2236\ua789]/gu, ":"],
  [/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""],
  [/^(?:cf|see|voir|read|lire|verses?|versets?)[\s.:]+/u, ""],
  [new RegExp(String.raw`^${VERSIONS}[^\p{L}\p{N}]+(?=\d?\s*\p{L})`, "u"), ""],
  [new RegExp(String.raw`(?<=\d)[^\p{L}\p{N}]+${VERSIONS}$`, "u"), ""],
  [/^(?:the |le )?(\d{1,3})(?:st|nd|rd|th|e|eme) (psalm|psaume)\b/u, "$2 $1"],
  [/(?<=\p{L}{2})(?<!^i{2,3})[\s.,]+(?:chapters?|chapitres?|ch(?:ap)?)[\s.:]*(?=\d)/gu, " "],
  [/(?<=\p{L})\s+(?:number|numero|n[o°.]*)\s*(?=\d)/gu, " "],
  [/(?<=\d)\s*(?:to|through|thru|until|a|au|jusqu'au?)\s+(?=\d)/gu, "-"],
  [
    new RegExp(
      String.raw`(?<=(?:[:.,]|\bv\p{L}*)\s*\d{1,3})\s*(?:to|through|a|au|jusqu'au) ${VERSE_WORD}`,
      "gu",
    ),
    "-",
  ],
  [
    new RegExp(String.raw`(?<=\d)[\s,.:;]*(?:(?:from|the|at|du|des|le|aux?) )*${VERSE_WORD}`, "gu"),
    ":",
  ],
  [new RegExp(String.raw`(?<=\p{L}),?\s+${VERSE_WORD}`, "gu"), " 1:"],
  // Parts of verses and following verses: "4b", "28ff".
  [/(?<=[:.,-]\s?\d{1,3})(?:[a-d]|ff?|ss?)(?![\p{L}\p{N}])/gu, ""],
  [/(?<!\d)(\d{1,3})([:.,])(\d{1,3})\s*-\s*\1\2(?=\d)/gu, "$1$2$3-"],
  // An end in another chapter or book, and all words after a verse.
  [
    /(?<=\p{L}.*\d)\s*-\s*(?:\d{1,3}[:.]\d{1,3}|(?<=,\s?\d{1,3}\s*-\s*)\d{1,3},\s?\d{1,3}|\d?\s*\p{L}.*)$/u,
    "",
  ],
  [/(?<=\p{L}.*\d\s*[:.]\s*\d{1,3})[^\p{L}\p{N}]+\p{L}.*$/u, ""],
];

/** A version in capitals after a reference: "Ps 23 BDC". */
const CAPITALS = /(?<=\p{Ll}.*\d)[^\p{L}\p{N}]+\p{Lu}[\p{Lu}\p{N}-]+\P{L}*$/u;

/** Parses a reference with the full name, id or code of its book, as services receive it. */
export function parseReference(text: string): BibleReference | ReferenceFault {
  return parse(text, bookByAlias);
}

/**
 * Parses typed, pasted or dictated text: shortened ("Philem 6"), in words ("John chapter 3 verse
 * 16"), or the first of several. Returns null for search words such as names alone ("ruth", "acts
 * of faith").
 */
export function readTypedReference(text: string): BibleReference | null {
  // A reference has a number. All patterns would cost a slow phone 30 ms when the Bible opens without one.
  if (text.length > MAX_TYPED_LENGTH || !/\p{N}/u.test(text)) return null;
  const bookOf = (name: string) => bookByAlias(name) ?? bookByBeginning(name);
  let left = plainReference(text);
  for (;;) {
    let found = parse(left, bookOf);
    if (found === "chapters") found = parse(left.replace(/\s*-\s*\d+$/, ""), bookOf);
    if (typeof found !== "string") return found;
    const shorter = left.replace(LAST_OF_LIST, "");
    if (shorter === left) return null;
    left = shorter;
  }
}

function plainReference(text: string): string {
  return REWRITTEN.reduce(
    (plain, [pattern, instead]) => plain.replace(pattern, instead),
    foldText(text.replace(CAPITALS, "")),
  );
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

/** "Jude 1" is the whole letter; "Jude 5" and "Jude 1:5" are its fifth verse. */
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
