import { foldText } from "#shared/search/fold-text.ts";

/** True when `text` contains the search term; case, accents and kinds of apostrophes do not matter. */
export function matchesTerm(text: string, term: string): boolean {
  return foldText(text).includes(foldText(term.trim()));
}
