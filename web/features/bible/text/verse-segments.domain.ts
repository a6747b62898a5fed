import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { Footnote, TextRange } from "#shared/contracts/bible-reader.ts";

/** A segment of a verse: up to the next line of poetry or the next footnote. */
export type VerseSegment = {
  /** Indexes in the verse's text. */
  from: number;
  to: number;
  /** Notes at its end. */
  footnotes: readonly NumberedFootnote[];
};

/** A note with its letter in the verse: "a", "b". */
export type NumberedFootnote = Footnote & { letter: string };

/** A line of poetry with its indent, or the whole verse at level 0. */
export type VerseLine = { level: 0 | 1 | 2 | 3; segments: readonly VerseSegment[] };

const FIRST_LETTER = 97;

/** Returns the notes of a verse in order, each with its letter. */
export function footnotesOf({ footnotes = [] }: BibleVerse): NumberedFootnote[] {
  return footnotes
    .toSorted((a, b) => a.at - b.at)
    .map((note, index) => ({ ...note, letter: String.fromCodePoint(FIRST_LETTER + index) }));
}

/**
 * Returns the lines of a verse; prose is one line of level 0. Positions outside of the text are
 * clamped.
 */
export function linesOf(verse: BibleVerse): VerseLine[] {
  const { length } = verse.text;
  const inText = (at: number): number => Math.min(Math.max(at, 0), length);
  const notes = footnotesOf(verse).map((note) => ({ ...note, at: inText(note.at) }));
  const lines = (verse.lines ?? []).map((line) => ({ ...line, at: inText(line.at) }));
  const starts = lines.length === 0 ? [{ at: 0, level: 0 as const }] : lines;
  return starts
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, level }, index, all) => {
      const from = index === 0 ? 0 : at;
      const to = all[index + 1]?.at ?? length;
      const isLast = index === all.length - 1;
      const own = notes.filter((note) => note.at > from && (note.at <= to || isLast));
      const first = index === 0 ? notes.filter((note) => note.at <= from) : [];
      return { level, segments: segmentsBetween({ from, to }, [...first, ...own]) };
    });
}

function segmentsBetween(
  { from, to }: { from: number; to: number },
  notes: readonly NumberedFootnote[],
): VerseSegment[] {
  const ends = [...new Set([...notes.map(({ at }) => at), to])].toSorted((a, b) => a - b);
  return ends.map((end, index) => ({
    from: index === 0 ? from : (ends[index - 1] ?? from),
    to: end,
    footnotes: notes.filter(({ at }) => at === end),
  }));
}

/** Returns the ranges of a text relative to a segment of it. */
export function rangesWithin(
  ranges: readonly TextRange[],
  { from, to }: { from: number; to: number },
): TextRange[] {
  return ranges
    .filter(([start, end]) => start < to && end > from)
    .map(([start, end]) => [Math.max(start, from) - from, Math.min(end, to) - from]);
}
