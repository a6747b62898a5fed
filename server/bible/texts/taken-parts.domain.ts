import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import type { TextBook } from "./text-book.ts";

/**
 * Texts of which the verses alone are taken, by id: the text is free, but headings and notes of its editions
 * are younger, and nobody tells whose they are (decision 071).
 */
const VERSES_ALONE: ReadonlySet<string> = new Set([LOUIS_SEGOND.id]);

/** What of a book may stand on the shelf: all of it, or its verses with their psalms' titles and lines. */
export function importableBook(textId: string, { usfm, chapters }: TextBook): TextBook {
  if (!VERSES_ALONE.has(textId)) return { usfm, chapters };
  return {
    usfm,
    chapters: chapters.map((verses) =>
      verses.map(({ section: _section, footnotes: _footnotes, ...verse }) => verse),
    ),
  };
}
