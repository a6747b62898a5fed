import type { TextRange } from "#shared/contracts/bible-reader.ts";

/** A stretch of text in which nothing changes. */
export type TextPiece = {
  text: string;
  isItalic: boolean;
  isJesus: boolean;
  isMarked: boolean;
};

type Ranges = {
  italics: readonly TextRange[];
  jesusWords: readonly TextRange[];
  marks: readonly TextRange[];
};

/** Cuts a text wherever one of its ranges begins or ends. */
export function piecesOf(text: string, { italics, jesusWords, marks }: Ranges): TextPiece[] {
  const borders = new Set([0, text.length, ...[...italics, ...jesusWords, ...marks].flat()]);
  const sorted = [...borders]
    .filter((border) => border >= 0 && border <= text.length)
    .toSorted((a, b) => a - b);
  return sorted.slice(0, -1).map((start, index) => ({
    text: text.slice(start, sorted[index + 1]),
    isItalic: covers(italics, start),
    isJesus: covers(jesusWords, start),
    isMarked: covers(marks, start),
  }));
}

/** Whether a text holds a term; case and accents do not matter. */
export function holdsTerm(text: string, term: string): boolean {
  return fold(text).includes(fold(term.trim()));
}

/** Where a term stands in a text; case and accents do not matter. */
export function rangesOfTerm(text: string, term: string): TextRange[] {
  const sought = fold(term.trim());
  const folded = fold(text);
  // Folding keeps the length of Scripture's letters; where it would not, nothing is marked.
  if (sought === "" || folded.length !== text.length) return [];
  const ranges: TextRange[] = [];
  for (let at = folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, at + 1)) {
    ranges.push([at, at + sought.length]);
  }
  return ranges;
}

function covers(ranges: readonly TextRange[], index: number): boolean {
  return ranges.some(([from, to]) => from <= index && index < to);
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
