import { BIBLE_BOOKS, type BibleBook } from "#shared/bible/bible-books.ts";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { countKeptLetters, countScriptureLetters } from "./letter-count.domain.ts";
import {
  createMarkerReader,
  isParagraphMarker,
  type MarkerReader,
} from "./marker-reader.domain.ts";
import { atPlace, lineCounter, SourceError, type SourceFile } from "./source-error.ts";
import { type UsfmSegment, usfmSegments, withoutAttributes } from "./usfm-segments.domain.ts";

const NOTES = /^(?:f|fe|ef|x|ex)$/;
/** Character markers within a paragraph, closed by their name with a star. */
const WORDS =
  /^(?:add|wj|nd|bk|dc|k|lit|ord|pn|png|addpn|qt|sig|sls|tl|bd|it|bdit|em|no|sc|sup|rb|pro|w|wg|wh|wa|qs|qac|fig|rq|vp|va|ca|jmp|xt|litl|lik|liv|cat|fm|ior|iqt|ndx|efm)$/;
/** Unclosed markers within a note. */
const NOTE_PARTS = /^(?:fr|ft|fk|fq|fqa|fl|fw|fp|fv|fdc|xo|xk|xq|xt|xta|xop|xot|xnt|xdc)$/;
const CELLS = /^(?:th|tc|thr|tcr|thc|tcc)$/;
/** Deeper nesting comes from unclosed markers. */
const MAX_OPEN = 32;
/** Warn if more than this share of the letters is missing. */
const LETTERS_TOLERANCE = 0.001;

/** A book, or the code of one outside the 66. */
type ReadUsfm =
  | {
      book: TextBook;
      /** Errors that left the text readable, with file and line. */
      warnings: string[];
      /** Chapters that our numbering lacks, such as "DAN 13". */
      beyond: string[];
    }
  | { leftOut: string };

/**
 * Reads a book; errors in it become warnings with their line.
 *
 * @throws SourceError if the file names no book.
 */
export function readUsfm(file: SourceFile): ReadUsfm {
  const { name, text } = file;
  const written = /\\id[ \t]+([^\s\\]+)/.exec(text)?.[1]?.toUpperCase() ?? "";
  // "\\id JHN" or "\\id JHN-English"; a longer word is not a code.
  const code = /^([0-9A-Z]{3})(?![0-9A-Z])/.exec(written)?.[1];
  const book = bookOfCode(code) ?? (code === undefined ? bookOfFileName(name) : undefined);
  if (!book) {
    if (code !== undefined) return { leftOut: code };
    throw new SourceError(name, 1, "neither \\id nor the file's name has the code of a book");
  }
  const warnings: string[] = [];
  const warn = (line: number | null, message: string): void => {
    warnings.push(atPlace(name, line, message));
  };
  if (code === undefined)
    warn(1, `there is no \\id with a code: ${book.usfm} is taken from the name`);
  const lineAt = lineCounter(text);
  let offset = 0;
  const reader = createMarkerReader(book, (message) => warn(lineAt(offset), message));
  const walker = createWalker(reader, {
    closedNames: closedNames(text),
    line: () => lineAt(offset),
    warn,
  });
  let pending: UsfmSegment | null = null;
  for (const segment of usfmSegments(text)) {
    if (pending) {
      ({ offset } = pending);
      walker.read(pending, segment);
    }
    pending = segment;
  }
  if (pending) {
    ({ offset } = pending);
    walker.read(pending, null);
  }
  walker.finish();
  const { book: read, beyond } = reader.finish();
  const all = countScriptureLetters(text, reader.lastChapter);
  const readLetters = countKeptLetters(read);
  if (Math.abs(all - readLetters) > all * LETTERS_TOLERANCE) {
    warn(
      null,
      `${book.usfm} has ${readLetters} of the ${all} letters that stand outside notes and headings`,
    );
  }
  return { book: read, warnings, beyond };
}

function bookOfCode(code: string | undefined): BibleBook | undefined {
  return BIBLE_BOOKS.find(({ usfm }) => usfm === code);
}

/** Finds the book by a file name ("41MAT.sfm", "eng-web_43-JHN.usfm", "Ruth.usfm"), if exactly one matches. */
function bookOfFileName(name: string): BibleBook | undefined {
  const stem = name.replace(/\.[^.]*$/, "").toUpperCase();
  const words = stem.split(/[^0-9A-Z]+/).flatMap((word) => [word, word.replace(/^\d\d(?=\w)/, "")]);
  const plain = stem.replaceAll(/[^0-9A-Z]/g, "");
  const found = BIBLE_BOOKS.filter(
    ({ usfm, id }) =>
      words.includes(usfm) ||
      [plain, plain.replace(/^\d\d/, "")].includes(id.toUpperCase()) ||
      // Paratext appends the project name to the code ("41MATWEB").
      new RegExp(`^\\d\\d${usfm}`).test(stem),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Names of markers that are closed somewhere: those are character markers. */
function closedNames(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\\\+?(z[\w-]*|[A-Za-z]+)\d*\*/g)].map(([, name = ""]) => name));
}

type WalkerDeps = {
  closedNames: ReadonlySet<string>;
  /** Line of the current marker. */
  line: () => number;
  warn: (line: number, message: string) => void;
};

/** Feeds markers and texts to the marker reader in order. */
function createWalker(reader: MarkerReader, deps: WalkerDeps) {
  let note: { marker: string; line: number; depth: number } | null = null;
  let notePart = false;
  let sidebar: { line: number } | null = null;
  /** Each unknown marker is reported once. */
  const unknown = new Set<string>();
  const open: { marker: string; line: number }[] = [];

  function endNotePart(): void {
    if (notePart) reader.closeWords();
    notePart = false;
  }

  function endWords(depth: number): void {
    for (const _ of open.splice(depth)) reader.closeWords();
  }

  function endNote(isClosed: boolean): void {
    endNotePart();
    if (!note) return;
    endWords(note.depth);
    reader.closeNote(isClosed);
    if (!isClosed) deps.warn(note.line, `the note \\${note.marker} is not closed`);
    note = null;
  }

  function endSidebar(): void {
    if (sidebar) deps.warn(sidebar.line, "the sidebar \\esb is not closed");
    sidebar = null;
  }

  /** An unclosed marker of non-text must not swallow the following text. */
  function endDroppedWords(): void {
    const dropped = open.findIndex(({ marker }) => reader.isDropped(marker));
    const found = open[dropped];
    if (!found) return;
    deps.warn(found.line, `\\${found.marker} is not closed`);
    endWords(dropped);
  }

  function openWords(marker: string): void {
    if (open.length === MAX_OPEN) endWords(note?.depth ?? 0);
    open.push({ marker, line: deps.line() });
    reader.openWords(marker);
  }

  function beginParagraph(name: string): void {
    endNote(false);
    endDroppedWords();
    endWords(0);
    reader.paragraph(name);
  }

  /** A second `\\f` within a note, without parts of its own, is a `\\f*` without its star. */
  function isForgottenStar({ marker, text }: UsfmSegment, next: UsfmSegment | null): boolean {
    if (note?.marker !== marker) return false;
    const isCaller = /^\s*\S?\s*$/.test(text.slice(0, 20)) && text.trim().length <= 1;
    return !(isCaller && next !== null && NOTE_PARTS.test(next.marker));
  }

  function begin(found: UsfmSegment, next: UsfmSegment | null): string {
    const { marker, digits, text } = found;
    if (marker === "c" || marker === "v") {
      endNote(false);
      endDroppedWords();
      if (marker === "c") endWords(0);
      return marker === "c" ? reader.chapter(text) : reader.verse(text);
    }
    if (NOTES.test(marker)) {
      if (isForgottenStar(found, next)) {
        endNote(false);
        return ` ${text}`;
      }
      endNote(false);
      reader.openNote(marker);
      note = { marker, line: deps.line(), depth: open.length };
      // The first character is the note's caller.
      return text.replace(/^\s*\S\s*/, "");
    }
    if (note && NOTE_PARTS.test(marker)) {
      endNotePart();
      reader.openWords(marker);
      notePart = true;
    } else if (WORDS.test(marker)) openWords(marker);
    else if (CELLS.test(marker)) reader.text(" ");
    else if (isParagraphMarker(marker)) beginParagraph(`${marker}${digits}`);
    else if (deps.closedNames.has(marker)) openWords(marker);
    else beginUnknown(found);
    return text;
  }

  function beginUnknown({ marker, digits, isLineStart }: UsfmSegment): void {
    const name = `${marker}${digits}`;
    if (!unknown.has(name)) deps.warn(deps.line(), `the marker \\${name} is not known`);
    unknown.add(name);
    // z markers are private to a publisher; other unknown markers are typing errors.
    if (isLineStart && !note) beginParagraph(marker.startsWith("z") ? "rem" : "p");
  }

  function end(marker: string): void {
    if (NOTES.test(marker)) return endNote(true);
    if (note && notePart && NOTE_PARTS.test(marker)) return endNotePart();
    const depth = open.findLastIndex((found) => found.marker === marker);
    if (depth >= (note?.depth ?? 0)) endWords(depth);
  }

  return {
    read(found: UsfmSegment, next: UsfmSegment | null): void {
      const { marker, isEnd, isMilestone } = found;
      if (sidebar) {
        if (marker === "esbe") sidebar = null;
        if (marker !== "c" && marker !== "v") return;
        endSidebar();
      }
      if (marker === "esb") {
        endNote(false);
        endWords(0);
        sidebar = { line: deps.line() };
        return;
      }
      let { text } = found;
      if (marker !== "" && !isMilestone && marker !== "esbe") {
        if (isEnd) end(marker);
        else text = begin(found, next);
      }
      const isWord = open.length > 0 || notePart;
      text = withoutAttributes(text, isWord && next?.isEnd === true);
      reader.text(text.replaceAll("~", "\u00A0").replaceAll("//", " "));
    },
    finish(): void {
      endNote(false);
      endDroppedWords();
      endSidebar();
    },
  };
}
