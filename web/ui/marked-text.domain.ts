import { foldText } from "#shared/search/fold-text.ts";
import type { TextRange } from "#shared/contracts/bible-reader.ts";

/** A piece of text with constant style. */
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

/**
 * Splits text wherever one of its ranges begins or ends. Marked words of Jesus have the mark's colours: their own
 * would be unreadable on it.
 */
export function piecesOf(text: string, { italics, jesusWords, marks }: Ranges): TextPiece[] {
  const borders = new Set([0, text.length, ...[...italics, ...jesusWords, ...marks].flat()]);
  const sorted = [...borders]
    .filter((border) => border >= 0 && border <= text.length)
    .toSorted((a, b) => a - b);
  return sorted.slice(0, -1).map((start, index) => ({
    text: text.slice(start, sorted[index + 1]),
    isItalic: covers(italics, start),
    isJesus: covers(jesusWords, start) && !covers(marks, start),
    isMarked: covers(marks, start),
  }));
}

/** Returns the ranges of a term in a text; case, accents and kinds of apostrophes do not matter. */
export function rangesOfTerm(text: string, term: string): TextRange[] {
  const sought = foldText(term.trim());
  if (sought === "") return [];
  const letters = text.split("").map(foldText);
  const folded = letters.join("");
  // Position of each folded letter in the original: "œ" folds to two.
  const places = letters.flatMap((letter, place) => Array.from(letter, () => place));
  const ranges: TextRange[] = [];
  for (let at = folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, at + 1)) {
    ranges.push([places[at] ?? 0, (places[at + sought.length - 1] ?? 0) + 1]);
  }
  return ranges;
}

function covers(ranges: readonly TextRange[], index: number): boolean {
  return ranges.some(([from, to]) => from <= index && index < to);
}
