import type {
  Footnote,
  PackedVerse,
  PoetryLine,
  TextRange,
} from "#shared/contracts/bible-reader.ts";

/** A verse as plain text, without markup and line breaks. */
export type BibleVerse = {
  verse: number;
  text: string;
  /** Starts a paragraph. */
  isParagraph?: boolean;
  /** Title of the psalm, before its first verse. */
  title?: string;
  /** Letter of the acrostic, before the verse (Psalm 119). */
  heading?: string;
  /** Words added by the translators. */
  italics?: readonly TextRange[];
  /** Words of Jesus, where the version marks them. */
  jesusWords?: readonly TextRange[];
  /** Heading of the section that starts here. */
  section?: string;
  /** Poetry: start of each line with its indent; the first starts at 0. */
  lines?: readonly PoetryLine[];
  /** Notes of the edition; `at` is the position after the annotated character. */
  footnotes?: readonly Footnote[];
};

/** Encodes a verse for the offline files. */
export function packVerse(verse: BibleVerse): PackedVerse {
  const { isParagraph, title, heading, italics, jesusWords, section, lines, footnotes } = verse;
  const marks = {
    ...(isParagraph && { p: 1 as const }),
    ...(title !== undefined && { t: title }),
    ...(heading !== undefined && { h: heading }),
    ...(italics && { i: italics }),
    ...(jesusWords && { w: jesusWords }),
    ...(section !== undefined && { s: section }),
    ...(lines && { l: lines }),
    ...(footnotes && { f: footnotes }),
  };
  return Object.keys(marks).length === 0
    ? [verse.verse, verse.text]
    : [verse.verse, verse.text, marks];
}

/** Decodes a verse of the offline files. */
export function unpackVerse(packed: PackedVerse): BibleVerse {
  const [verse, text] = packed;
  const marks = packed.length === 3 ? packed[2] : {};
  return {
    verse,
    text,
    ...(marks.p && { isParagraph: true }),
    ...(marks.t !== undefined && { title: marks.t }),
    ...(marks.h !== undefined && { heading: marks.h }),
    ...(marks.i && { italics: marks.i }),
    ...(marks.w && { jesusWords: marks.w }),
    ...(marks.s !== undefined && { section: marks.s }),
    ...(marks.l && { lines: marks.l }),
    ...(marks.f && { footnotes: marks.f }),
  };
}
