/** Signs that keyboards, dictation and copied pages use as an apostrophe. */
export const APOSTROPHES = "'’‘‛´`ʼʻʹˈ′＇";

const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "gu");
/** Accents and zero-width characters (soft hyphens, joiners). */
const UNSEEN = /[\p{Mn}\p{Cf}]/gu;
// oxlint-disable-next-line no-control-regex -- the fast way for plain ASCII; a grave accent is an apostrophe
const PLAIN = /^[\x00-_a-\x7f]*$/;

/**
 * Folds a text for comparison: lower case, without accents, "œ" as "oe", every apostrophe as "'".
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .replace(APOSTROPHE, "'")
    .normalize("NFKD")
    .replace(UNSEEN, "")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae");
}

/** Returns whether `text` contains the term, ignoring case, accents and kinds of apostrophes. */
export function matchesTerm(text: string, term: string): boolean {
  return foldText(text).includes(foldText(term.trim()));
}
