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
 * Counts the letters of a file that stand in chapters, outside notes and headings. It knows what is no text, and
 * takes all else for it: the reader's own rules would not tell what the reader loses.
 *
 * @param lastChapter behind it nothing is counted.
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
  /** Null before the first chapter: a verse there is read as one of chapter 1, and introductions have none. */
  isInChapter: boolean | null;
  isOutside: boolean;
  isSidebar: boolean;
  isNote: boolean;
  /** Marker of the words that are none of the text. */
  dropped: string | null;
};

function isCounted({ isInChapter, isOutside, isSidebar, isNote, dropped }: State): boolean {
  return isInChapter === true && !isOutside && !isSidebar && !isNote && dropped === null;
}

/** Changes the state by a marker. @returns the text behind its number. */
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

/** A number or a paragraph ends what was not closed. */
function beginText(state: State, marker: string): void {
  state.isNote = false;
  state.dropped = null;
  state.isOutside = isOutsideText(marker);
  if (marker === "c" || marker === "v") state.isSidebar = false;
}

/** Counts the letters of all verses. */
export function countKeptLetters({ chapters }: TextBook): number {
  return chapters.flat().reduce((sum, { text }) => sum + letters(text), 0);
}

function letters(text: string): number {
  return text.replaceAll(/[^\p{L}]+/gu, "").length;
}
