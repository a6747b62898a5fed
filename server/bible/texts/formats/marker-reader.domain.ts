import type { BibleBook } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { type ChapterWriter, createChapterWriter } from "./chapter-writer.domain.ts";

/**
 * Reads one book from the markers of USFM 3. Introductions, tables of contents and cross-references are left
 * out.
 */
export type MarkerReader = {
  chapter(number: string): void;
  /** "17", "3-4" or "3a". */
  verse(number: string): void;
  /** A paragraph, a line of poetry or a heading begins, by its marker without the backslash ("q2"). */
  paragraph(marker: string): void;
  openWords(marker: string): void;
  closeWords(): void;
  openNote(marker: string): void;
  closeNote(): void;
  text(text: string): void;
  finish(): TextBook;
};

type AboveKind = Parameters<ChapterWriter["above"]>[0];

const PROSE = /^(?:p|m|pi|mi|pc|pr|po|pm|pmo|pmc|pmr|cls|li|lim|lh|lf|ph|tr|pb)$/;
const POETRY = /^(?:q|qr|qc|qm|qd)$/;
/** Neither begins anything nor ends it. */
const SPACING = /^(?:b|nb)$/;
const ABOVE: readonly (readonly [RegExp, AboveKind])[] = [
  [/^(?:s|ms|sp)$/, "section"],
  [/^d$/, "title"],
  [/^qa$/, "heading"],
];
/** Words that are none of the text: pictures, other numberings, marks for the printer. */
const DROPPED_WORDS = /^(?:fig|rq|vp|va|ca|pro|sup|fr|xo)$/;
const KEPT_NOTES = /^(?:f|fe)$/;

const NUMBER = /^(\d{1,3})([a-z]?)(?:[-–—,](\d{1,3})[a-z]?)?$/;

/**
 * Makes a reader for one book.
 *
 * @throws RangeError from its methods, in words, for what no book can have.
 */
export function createMarkerReader(book: BibleBook): MarkerReader {
  const chapters: BibleVerse[][] = [];
  let writer: ChapterWriter | null = null;
  let place: AboveKind | "text" | "nothing" = "nothing";
  let heading = "";
  const words: string[] = [];
  let note: { isKept: boolean; text: string } | null = null;

  function endHeading(): void {
    if (place !== "text" && place !== "nothing") writer?.above(place, heading);
    heading = "";
  }

  function endChapter(): void {
    endHeading();
    if (writer) chapters.push(writer.finish());
  }

  return {
    chapter(number) {
      endChapter();
      const found = /^\d{1,3}$/.test(number) ? Number(number) : Number.NaN;
      if (found > book.chapters) {
        throw new RangeError(`${book.usfm} has ${book.chapters} chapters, and here is ${found}`);
      }
      if (found !== chapters.length + 1) {
        throw new RangeError(`chapter ${number} comes where chapter ${chapters.length + 1} must`);
      }
      writer = createChapterWriter();
      place = "nothing";
    },
    verse(number) {
      const [, verse = "", part, through] = NUMBER.exec(number.trim()) ?? [];
      if (verse === "") throw new RangeError(`"${number}" is no number of a verse`);
      if (!writer) throw new RangeError(`verse ${number} stands before the first chapter`);
      endHeading();
      writer.begin(Number(verse), part, through === undefined ? Number(verse) : Number(through));
      place = "text";
    },
    paragraph(marker) {
      const [, name = "", level = "1"] = /^([a-z]+)(\d*)$/.exec(marker) ?? [];
      if (SPACING.test(name)) return;
      endHeading();
      place = ABOVE.find(([pattern]) => pattern.test(name))?.[1] ?? "nothing";
      if (POETRY.test(name)) {
        place = "text";
        writer?.line(Number(level || "1"));
      } else if (PROSE.test(name)) {
        place = "text";
        writer?.paragraph();
      }
    },
    openWords: (marker) => void words.push(marker),
    closeWords: () => void words.pop(),
    openNote(marker) {
      note = { isKept: KEPT_NOTES.test(marker), text: "" };
    },
    closeNote() {
      if (note?.isKept && place === "text") writer?.note(note.text);
      note = null;
    },
    text(text) {
      if (words.some((marker) => DROPPED_WORDS.test(marker))) return;
      if (note) note.text += text;
      else if (place === "text") {
        writer?.write(text, { isJesus: words.includes("wj"), isAdded: words.includes("add") });
      } else if (place !== "nothing") heading += text;
    },
    finish() {
      endChapter();
      return { usfm: book.usfm, chapters };
    },
  };
}
