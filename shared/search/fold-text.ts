/** Signs that keyboards, dictation and copied pages write for an apostrophe. */
export const APOSTROPHES = "'’‘‛´`ʼʻʹˈ′＇";

const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "gu");
/** Accents, and signs without a width (soft hyphens, joiners). */
const UNSEEN = /[\p{Mn}\p{Cf}]/gu;
// oxlint-disable-next-line no-control-regex -- the fast way for plain ASCII; a grave accent is an apostrophe
const PLAIN = /^[\x00-_a-\x7f]*$/;

/** A text as searches compare it: lower case, without accents, "œ" as "oe", each apostrophe as "'". */
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
