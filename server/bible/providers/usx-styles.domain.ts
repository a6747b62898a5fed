import type { WordStyle } from "./verse-writer.domain.ts";

/** Meanings of USX styles. API.Bible sends them as styles, YouVersion as classes (https://docs.usfm.bible). */
export type UsxMeaning =
  /** Editors' headings, notes and cross-references: not Scripture. */
  | { kind: "dropped" }
  /** Psalm title or letter of the acrostic, above a verse. */
  | { kind: "title" | "heading" }
  | { kind: "paragraph" }
  /** A line of poetry or of a list. */
  | { kind: "line" }
  | { kind: "words"; style: WordStyle };

const DROPPED =
  /^(?:s\d?|ms\d?|mr|r|sr|rq|mt\d?|mte\d?|cl|cd|cp|sp|x|f|fe|fig|rem|h|toc\d?|i[a-z]+\d?)$/;
const PARAGRAPHS = /^(?:p|m|po|pr|cls|pmo|pm|pmc|pmr|pi\d?|mi|nb|pc|b)$/;
const LINES = /^(?:q\d?|qr|qc|qm\d?|li\d?|lim\d?|tr|tc\d?)$/;

/** Returns the meaning of a style; null for ordinary text. */
export function meaningOf(style: string): UsxMeaning | null {
  switch (style) {
    case "d":
      return { kind: "title" };
    case "qa":
      return { kind: "heading" };
    case "wj":
      return { kind: "words", style: { isJesus: true } };
    case "add":
    case "it":
      return { kind: "words", style: { isAdded: true } };
    case "nd":
    case "sc":
      return { kind: "words", style: { isCapitals: true } };
    default:
      if (DROPPED.test(style)) return { kind: "dropped" };
      if (PARAGRAPHS.test(style)) return { kind: "paragraph" };
      return LINES.test(style) ? { kind: "line" } : null;
  }
}
