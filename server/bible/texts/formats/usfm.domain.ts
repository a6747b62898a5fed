import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { createMarkerReader, type MarkerReader } from "./marker-reader.domain.ts";
import { lineCounter, SourceFault, type SourceFile } from "./source-fault.ts";

/** A marker, its number, and whether it closes; the blank behind one that opens belongs to it. */
const MARKER = /\\(\+?)([a-z]+)(\d*)(?:-[se])?(?:(\*)|[ \t])?/g;
const NOTES = /^(?:f|fe|ef|x|ex)$/;
/** Set words within a paragraph; each is closed by its name with a star. */
const WORDS =
  /^(?:add|wj|nd|bk|dc|k|lit|ord|pn|png|qt|sig|sls|tl|bd|it|bdit|em|no|sc|sup|rb|pro|w|wg|wh|wa|qs|qac|fig|rq|vp|va|ca|jmp|xt|litl)$/;
/** Within a note: its parts follow each other, unclosed. */
const NOTE_PARTS = /^(?:fr|ft|fk|fq|fqa|fl|fw|fp|fv|fdc|fm|xo|xk|xq|xt|xta|xop|xot|xnt|xdc)$/;

/** What a file of USFM holds: a book, or the code of one that is not among the 66. */
export type ReadUsfm = { book: TextBook } | { leftOut: string };

/** @throws SourceFault with the line. */
export function readUsfm({ name, text }: SourceFile): ReadUsfm {
  const code = /^\s*\uFEFF?\\id[ \t]+([0-9A-Za-z]{3})/.exec(text)?.[1]?.toUpperCase();
  if (code === undefined) throw new SourceFault(name, 1, "no \\id with the code of a book");
  const book = BIBLE_BOOKS.find(({ usfm }) => usfm === code);
  if (!book) return { leftOut: code };
  const lineAt = lineCounter(text);
  const walker = createWalker(createMarkerReader(book));
  let offset = 0;
  try {
    for (const found of text.matchAll(MARKER)) {
      walker.text(text.slice(offset, found.index));
      offset = found.index;
      const [whole, , marker = "", digits = "", star = ""] = found;
      walker.marker({ marker, digits, isEnd: star !== "" });
      offset = found.index + whole.length;
    }
    walker.text(text.slice(offset));
    return { book: walker.finish() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SourceFault(name, lineAt(offset), error.message);
  }
}

type Found = { marker: string; digits: string; isEnd: boolean };

/** Turns markers and texts in their order into what the reader of markers hears. */
function createWalker(reader: MarkerReader) {
  let isNote = false;
  let notePart = false;
  /** The next word is the sign by which the note is called. */
  let isCalled = false;
  let numbered: "chapter" | "verse" | null = null;
  const open: string[] = [];

  function endNotePart(): void {
    if (notePart) reader.closeWords();
    notePart = false;
  }

  function endNote(): void {
    endNotePart();
    reader.closeNote();
    isNote = false;
  }

  function endWords(): void {
    for (const _ of open.splice(0)) reader.closeWords();
  }

  function begin(marker: string, digits: string): void {
    if (marker === "c" || marker === "v") {
      if (marker === "c") endWords();
      numbered = marker === "c" ? "chapter" : "verse";
    } else if (NOTES.test(marker)) {
      reader.openNote(marker);
      isNote = true;
      isCalled = true;
    } else if (isNote && NOTE_PARTS.test(marker)) {
      endNotePart();
      reader.openWords(marker);
      notePart = true;
    } else if (WORDS.test(marker)) {
      open.push(marker);
      reader.openWords(marker);
    } else if (/^(?:th|tc|thr|tcr|thc|tcc)$/.test(marker)) {
      reader.text(" ");
    } else {
      endWords();
      reader.paragraph(`${marker}${digits}`);
    }
  }

  return {
    marker({ marker, digits, isEnd }: Found): void {
      if (!isEnd) begin(marker, digits);
      else if (NOTES.test(marker)) endNote();
      else if (NOTE_PARTS.test(marker) && isNote) endNotePart();
      else if (open.at(-1) === marker) {
        open.pop();
        reader.closeWords();
      }
    },
    text(raw: string): void {
      let text = raw.replaceAll("~", "\u00A0").replaceAll("//", " ");
      if (numbered !== null) {
        const [whole, number = ""] = /^\s*(\S*)\s?/.exec(text) ?? [""];
        reader[numbered](number);
        numbered = null;
        text = text.slice(whole.length);
      }
      if (isCalled) text = text.replace(/^\s*\S\s*/, "");
      isCalled = false;
      const isWord = open.length > 0;
      reader.text(isWord ? text.replace(/\|[^|\\]*$/, "") : text);
    },
    finish(): TextBook {
      return reader.finish();
    },
  };
}
