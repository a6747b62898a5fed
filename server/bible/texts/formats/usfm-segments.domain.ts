/** A marker with the text up to the next marker. */
export type UsfmSegment = {
  /** Name without its number; empty before the first marker and after a lone backslash. */
  marker: string;
  digits: string;
  /** `\ d*` closes what `\ d` opened. */
  isEnd: boolean;
  /** A standalone marker (`\\ts\\*`, `\\qt-s |..\\*`): neither its name nor its attributes are text. */
  isMilestone: boolean;
  /** Only blanks precede it on its line. */
  isLineStart: boolean;
  text: string;
  /** Offset of its backslash in the file. */
  offset: number;
};

const HEAD = /^\+?(z[\w-]*|[A-Za-z]+)(\d*)(-(?:[se](?![A-Za-z])|\d+))?(\*|[ \t])?/;
const NAMED_ATTRIBUTES = /\|(?:\s*[A-Za-z][\w-]*\s*=\s*"[^"]*")+/g;

/** Splits a USFM file into its markers in linear time. */
export function* usfmSegments(file: string): Generator<UsfmSegment> {
  let at = file.indexOf("\\");
  const first = at === -1 ? file : file.slice(0, at);
  yield segment({ text: first, offset: 0 });
  while (at !== -1) {
    const next = file.indexOf("\\", at + 1);
    const body = file.slice(at + 1, next === -1 ? undefined : next);
    const isClosedByStar = next !== -1 && file[next + 1] === "*";
    yield readSegment(body, { offset: at, isClosedByStar, isLineStart: isLineStart(file, at) });
    at = next;
  }
}

function readSegment(
  body: string,
  place: { offset: number; isClosedByStar: boolean; isLineStart: boolean },
): UsfmSegment {
  const { offset } = place;
  if (body.startsWith("*")) return segment({ text: body.slice(1), offset });
  const [head = "", marker = "", digits = "", suffix = "", last = ""] = HEAD.exec(body) ?? [];
  if (marker === "") return segment({ text: body, offset });
  const text = body.slice(head.length);
  const isEnd = last === "*";
  const isNamedMilestone = /^-[se]$/.test(suffix) || /^z.*-[se]$/.test(marker);
  const isBare = /^\s*(?:\||$)/.test(text);
  const isMilestone = !isEnd && (isNamedMilestone || (place.isClosedByStar && isBare));
  return {
    marker,
    digits,
    isEnd,
    isMilestone,
    isLineStart: place.isLineStart,
    text: isMilestone ? textOfMilestone(text, place.isClosedByStar) : text,
    offset,
  };
}

/** The attributes of an unclosed milestone end with their line. */
function textOfMilestone(text: string, isClosed: boolean): string {
  return isClosed ? "" : text.replace(/^[ \t]*\|[^\n]*/, "");
}

function segment({ text, offset }: { text: string; offset: number }): UsfmSegment {
  const empty = { marker: "", digits: "", isEnd: false, isMilestone: false, isLineStart: false };
  return { ...empty, text, offset };
}

function isLineStart(file: string, offset: number): boolean {
  let before = offset - 1;
  while (file[before] === " " || file[before] === "\t") before -= 1;
  return before < 0 || file[before] === "\n" || file[before] === "\r" || file[before] === "\uFEFF";
}

/**
 * Removes the attributes of a marker from its text.
 *
 * @param isClosed true if the marker is closed after the text: everything after the bar is attributes.
 */
export function withoutAttributes(text: string, isClosed: boolean): string {
  const bar = text.indexOf("|");
  if (bar === -1) return text;
  return isClosed ? text.slice(0, bar) : text.replace(NAMED_ATTRIBUTES, "");
}

/** Direction marks and zero-width characters, which may surround a number. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const VERSE_NUMBER =
  /^\s*(\d{1,3})([a-z]?)(?:(?:\s*[-\u2010-\u2015\u2212]\s*|,)(\d{1,3})[a-z]?)?(?![\da-z])\s?/;

/** A verse number as written; `number` is null if it is not one. */
type VerseNumber = {
  number: number | null;
  /** Letter of a part ("3a"). */
  part: string;
  /** Last number of joined verses ("3-4"). */
  through: number;
  written: string;
  /** Text after the number. */
  rest: string;
};

/** Reads a leading verse number: "17", "3-4", "3a", "2-6a", also with blanks and direction marks. */
export function readVerseNumber(text: string): VerseNumber {
  const start = text.slice(0, 40).replace(INVISIBLE, "");
  const plain = `${start}${text.slice(40)}`;
  const found = VERSE_NUMBER.exec(plain) ?? /^\s*(\d{1,3})(?!\d)/.exec(plain);
  if (!found) {
    return { number: null, part: "", through: 0, written: firstWord(plain), rest: plain };
  }
  const [whole, verse = "", part = "", last] = found;
  const number = Number(verse);
  const through = Number(last ?? verse);
  // "2 - 3" is two verses; after "2 - 1" the text begins with a number.
  if (through < number) {
    const rest = plain.slice(plain.indexOf(verse) + verse.length);
    return { number, part: "", through: number, written: verse, rest };
  }
  return { number, part, through, written: whole.trim(), rest: plain.slice(whole.length) };
}

/** Reads a leading chapter number; null if there is none. */
export function readChapterNumber(text: string): {
  number: number | null;
  written: string;
  rest: string;
} {
  const start = text.slice(0, 40).replace(INVISIBLE, "");
  const plain = `${start}${text.slice(40)}`;
  const [whole = "", digits] = /^\s*(\d{1,3})(?!\S)\s?/.exec(plain) ?? /^\s*\S*/.exec(plain) ?? [];
  const number = digits === undefined ? null : Number(digits);
  return { number, written: whole.trim(), rest: plain.slice(whole.length) };
}

function firstWord(text: string): string {
  return /\S+/.exec(text.slice(0, 80))?.[0] ?? "";
}
