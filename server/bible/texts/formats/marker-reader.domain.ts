import type { BibleBook } from "#shared/bible/bible-books.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { lastChapterOf } from "#server/bible/texts/validation/hebrew-chapters.domain.ts";
import { type ChapterWriter, createChapterWriter } from "./chapter-writer.domain.ts";
import { readChapterNumber, readVerseNumber } from "./usfm-segments.domain.ts";

/** Reads one book from USFM 3 markers, without introductions, tables of contents and cross-references. */
export type MarkerReader = {
  /** Later chapters are skipped. */
  lastChapter: number;
  /** @returns the text after the number. */
  chapter(text: string): string;
  /** Accepts "17", "3-4" or "3a". @returns the text after it. */
  verse(text: string): string;
  /** Begins a paragraph, a line of poetry or a heading; `marker` has no backslash ("q2"). */
  paragraph(marker: string): void;
  openWords(marker: string): void;
  closeWords(): void;
  /** Returns true if the words of a marker are not text. */
  isDropped(marker: string): boolean;
  openNote(marker: string): void;
  /** An unclosed note is kept, whatever its kind: it may contain verse text. */
  closeNote(isClosed: boolean): void;
  text(text: string): void;
  /** @returns the book up to its last chapter, missing chapters empty, and the chapters beyond it. */
  finish(): { book: TextBook; beyond: string[] };
};

type AboveKind = Parameters<ChapterWriter["above"]>[0];

const PROSE = /^(?:p|m|pi|mi|pc|pr|po|pm|pmo|pmc|pmr|ps|psi|phi|pdi|cls|lh|lf|ph|tr|pb)$/;
/** Lists are set in lines, like poetry. */
const LINES = /^(?:q|qr|qc|qm|qd|li|lim)$/;
/** Neither begins nor ends anything. */
const SPACING = /^(?:b|sd|ts)$/;
/** Continues the paragraph existing. */
const CONTINUED = /^nb$/;
const ABOVE: readonly (readonly [RegExp, AboveKind])[] = [
  [/^(?:s|ms|sp)$/, "section"],
  [/^d$/, "title"],
  [/^qa$/, "heading"],
];
/** Introductions, headings without a place above a verse, and editors' notes. */
const NOT_TEXT =
  /^(?:id|ide|h|toc|toca|rem|sts|usfm|restore|mt|mte|imt|imte|is|ip|ipi|im|imi|ipq|imq|ipr|ipc|iq|ib|ili|iot|io|iex|ie|cl|cp|cd|mr|sr|r|periph|cov|intro|spd|pub|pref|conc|glo|idx|maps|toca|div)$/;
/** Words that are not text: images, other numberings, note signs and categories, printer's marks. */
const DROPPED_WORDS = /^(?:fig|rq|vp|va|ca|pro|sup|fr|xo|xop|fm|efm|cat|ior|iqt|ndx)$/;
const KEPT_NOTES = /^(?:f|fe)$/;

/** Returns true if a marker begins a paragraph of any kind. */
export function isParagraphMarker(name: string): boolean {
  return (
    [PROSE, LINES, SPACING, CONTINUED, NOT_TEXT].some((pattern) => pattern.test(name)) ||
    isHeadingMarker(name)
  );
}

/** Returns true if a paragraph is not text: a heading, a title or part of an introduction. */
export function isOutsideText(name: string): boolean {
  return NOT_TEXT.test(name) || isHeadingMarker(name);
}

function isHeadingMarker(name: string): boolean {
  return ABOVE.some(([pattern]) => pattern.test(name));
}

/** Returns true if the words of a marker are not text. */
export function isDroppedWords(marker: string): boolean {
  return DROPPED_WORDS.test(marker);
}

/** @param warn receives each error in the file, at the marker that has it. */
export function createMarkerReader(book: BibleBook, warn: (message: string) => void): MarkerReader {
  const lastChapter = lastChapterOf(book);
  const chapters: ChapterWriter[] = [];
  const beyond: string[] = [];
  let writer: ChapterWriter | null = null;
  /** A chapter that continues later in the file, as in the Greek Esther. */
  let resumed: number | null = null;
  let lastVerse = 0;
  let isSkipped = false;
  let place: AboveKind | "text" | "nothing" = "nothing";
  let heading = "";
  const words: string[] = [];
  let note: { isKept: boolean; text: string } | null = null;

  function endHeading(): void {
    if (place !== "text" && place !== "nothing") writer?.above(place, heading);
    heading = "";
  }

  function beginChapter(number: number): void {
    isSkipped = number < 1 || number > lastChapter;
    lastVerse = 0;
    if (isSkipped) {
      beyond.push(`${book.usfm} ${number}`);
      writer = null;
      return;
    }
    const existing = chapters[number];
    resumed = existing ? number : null;
    writer = existing ?? createChapterWriter();
    chapters[number] = writer;
  }

  /** "\v 11 5" after verse 114 is verse 115 with a stray space. */
  function joinedNumber(number: number, rest: string): { number: number; rest: string } | null {
    const [digits = ""] = /^\d{1,2}/.exec(rest) ?? [];
    const joined = Number(`${number}${digits}`);
    if (digits === "" || number > lastVerse || joined !== lastVerse + 1) return null;
    return { number: joined, rest: rest.slice(digits.length) };
  }

  return {
    lastChapter,
    chapter(text) {
      endHeading();
      place = "nothing";
      const { number, written, rest } = readChapterNumber(text);
      const next = Math.max(1, chapters.length);
      if (number === null) warn(`"${written}" is no number of a chapter: it is read as ${next}`);
      beginChapter(number ?? next);
      return rest;
    },
    verse(text) {
      if (!writer && !isSkipped) {
        warn("a verse stands before the first chapter: it is read as one of chapter 1");
        beginChapter(1);
      }
      endHeading();
      const { number, part, through, written, rest } = readVerseNumber(text);
      if (!writer) return rest;
      place = "text";
      if (number === null) {
        warn(`"${written}" is no number of a verse: its words continue the verse before`);
        return ` ${rest}`;
      }
      const joined = part === "" && through === number ? joinedNumber(number, rest) : null;
      if (joined) {
        warn(`"${written} ${rest.slice(0, 1)}" is read as verse ${joined.number}`);
        writer.begin(joined.number);
        lastVerse = joined.number;
        return joined.rest;
      }
      if (resumed !== null && part === "" && writer.holds(number)) {
        warn(`chapter ${resumed} stands twice: the second is left out`);
        writer = null;
        isSkipped = true;
        place = "nothing";
        return rest;
      }
      resumed = null;
      const fault = writer.begin(number, part, through);
      if (fault !== null) warn(fault);
      lastVerse = through;
      return rest;
    },
    paragraph(marker) {
      const [, name = "", level = ""] = /^([A-Za-z]+)(\d*)$/.exec(marker) ?? [];
      if (SPACING.test(name)) return;
      endHeading();
      place = ABOVE.find(([pattern]) => pattern.test(name))?.[1] ?? "nothing";
      if (LINES.test(name)) {
        place = "text";
        writer?.line(Number(level || "1"));
      } else if (PROSE.test(name)) {
        place = "text";
        writer?.paragraph();
      } else if (CONTINUED.test(name)) place = "text";
    },
    openWords: (marker) => void words.push(marker),
    closeWords: () => void words.pop(),
    isDropped: isDroppedWords,
    openNote(marker) {
      note = { isKept: KEPT_NOTES.test(marker), text: "" };
    },
    closeNote(isClosed) {
      if (note && (note.isKept || !isClosed) && place === "text") writer?.note(note.text);
      note = null;
    },
    text(text) {
      if (words.some(isDroppedWords)) return;
      if (note) note.text += text;
      else if (place === "text") {
        writer?.write(text, { isJesus: words.includes("wj"), isAdded: words.includes("add") });
      } else if (place !== "nothing") heading += text;
    },
    finish() {
      endHeading();
      const writers = Array.from(
        { length: Math.max(0, chapters.length - 1) },
        (_, index) => chapters[index + 1],
      );
      const read = writers.map((chapter) => chapter?.finish() ?? []);
      const heldNumbers = writers.map((chapter) => chapter?.heldNumbers() ?? 0);
      return { book: { usfm: book.usfm, chapters: read, heldNumbers }, beyond };
    },
  };
}
