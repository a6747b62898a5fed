import { foldText } from "#shared/search/fold-text.ts";

/** Returns whether `text` contains the term, ignoring case, accents and kinds of apostrophes. */
export function matchesTerm(text: string, term: string): boolean {
  return foldText(text).includes(foldText(term.trim()));
}
