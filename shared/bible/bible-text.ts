import type { PackedVerse, TextRange } from "#shared/contracts/bible-reader.ts";

/** One verse as the reader shows it. `text` is plain: no markup, no line breaks. */
export type BibleVerse = {
  verse: number;
  text: string;
  /** Begins a paragraph. */
  isParagraph?: boolean;
  /** Title of the psalm, before its first verse. */
  title?: string;
  /** Letter of the acrostic, before the verse (Psalm 119). */
  heading?: string;
  /** Words that the translators added. */
  italics?: readonly TextRange[];
  /** Words of Jesus, where a version marks them. */
  jesusWords?: readonly TextRange[];
};

/** A verse as the files for reading offline hold it. */
export function packVerse(verse: BibleVerse): PackedVerse {
  const { isParagraph, title, heading, italics, jesusWords } = verse;
  const marks = {
    ...(isParagraph && { p: 1 as const }),
    ...(title !== undefined && { t: title }),
    ...(heading !== undefined && { h: heading }),
    ...(italics && { i: italics }),
    ...(jesusWords && { w: jesusWords }),
  };
  return Object.keys(marks).length === 0
    ? [verse.verse, verse.text]
    : [verse.verse, verse.text, marks];
}

/** The verse that was packed. */
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
  };
}
