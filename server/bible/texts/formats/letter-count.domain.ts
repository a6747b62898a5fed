import type { TextBook } from "#server/bible/texts/text-book.ts";
import { isDroppedWords, isOutsideText, isParagraphMarker } from "./marker-reader.domain.ts";
import {
  readChapterNumber,
  readVerseNumber,
  type UsfmSegment,
  usfmSegments,
  withoutAttributes,
} from "./usfm-segments.domain.ts";

const NOTES = /^(?:f|fe|ef|x|ex)$/;

/**
 * Counts the letters in chapters, outside notes and headings. Counts every marker that is not known as non-text: with
 * the reader's own rules, the count would not reveal text that the reader loses.
 *
 * @param lastChapter later chapters are not counted.
 */
export function countScriptureLetters(file: string, lastChapter: number): number {
  const state: State = {
    isInChapter: null,
    isOutside: false,
    isSidebar: false,
    isNote: false,
    dropped: null,
  };
  let count = 0;
  let before = { marker: "", text: "" };
  for (const segment of usfmSegments(file)) {
    if (isCounted(state)) {
      count += letters(withoutAttributes(before.text, before.marker !== "" && segment.isEnd));
    }
    before = { marker: segment.marker, text: enter(state, segment, lastChapter) };
  }
  return isCounted(state) ? count + letters(withoutAttributes(before.text, false)) : count;
}

type State = {
  /** Null before the first chapter: a verse there belongs to chapter 1; introductions have none. */
  isInChapter: boolean | null;
  isOutside: boolean;
  isSidebar: boolean;
  isNote: boolean;
  /** Marker whose words are not text. */
  dropped: string | null;
};

function isCounted({ isInChapter, isOutside, isSidebar, isNote, dropped }: State): boolean {
  return isInChapter === true && !isOutside && !isSidebar && !isNote && dropped === null;
}

/** Applies a marker to the state. @returns the text after its number. */
function enter(state: State, segment: UsfmSegment, lastChapter: number): string {
  const { marker, isEnd, isMilestone, text } = segment;
  if (isEnd || isMilestone) endWords(state, marker);
  else if (marker === "c") {
    beginText(state, marker);
    const { number, rest } = readChapterNumber(text);
    state.isInChapter = number === null || (number >= 1 && number <= lastChapter);
    return rest;
  } else if (marker === "v") {
    beginText(state, marker);
    state.isInChapter ??= true;
    return readVerseNumber(text).rest;
  } else if (isParagraphMarker(marker)) beginText(state, marker);
  else if (NOTES.test(marker)) state.isNote = !state.isNote;
  else if (isDroppedWords(marker) && !state.isNote) state.dropped = marker;
  if (marker === "esb" || marker === "esbe") state.isSidebar = marker === "esb";
  return text;
}

function endWords(state: State, marker: string): void {
  if (NOTES.test(marker)) state.isNote = false;
  if (state.dropped === marker) state.dropped = null;
}

/** A number or a paragraph closes unclosed markers. */
function beginText(state: State, marker: string): void {
  state.isNote = false;
  state.dropped = null;
  state.isOutside = isOutsideText(marker);
  if (marker === "c" || marker === "v") state.isSidebar = false;
}

export function countKeptLetters({ chapters }: TextBook): number {
  return chapters.flat().reduce((sum, { text }) => sum + letters(text), 0);
}

function letters(text: string): number {
  return text.replaceAll(/[^\p{L}]+/gu, "").length;
}
