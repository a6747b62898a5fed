import { foldText } from "#shared/search/fold-text.ts";

/**
 * Words of a text as search compares them: without accents and case, and with the endings of English
 * and French taken off. Titles mix both languages, so one set of endings serves both.
 */

/** A word of a text or a question. */
export type SearchWord = {
  /** Without accents and case: "guerison". */
  plain: string;
  /** Without its ending: "guer". */
  stem: string;
};

/** Words of a question beyond this say nothing more. */
const MAX_QUERY_WORDS = 8;

/** What says nothing as long as a question has other words. */
const FILLERS = new Set(
  (
    "a an and are as at be by can do for from how i in is it me my of on or our s so that the this to " +
    "us was we what when where who why with you your about " +
    "au aux avec c ce ces cette comment d dans de des du elle en est et il ils j je jusqu l la le les leur lorsqu " +
    "m ma mes mon n ne nos notre nous ou par pas pour puisqu qu que quel quelle qui quoi quoiqu s sa ses son sont sur " +
    "t ta tes ton tu un une vos votre vous y"
  ).split(" "),
);

/** Endings of the plural: what ends so, what stands in its place, letters that stay before it. */
const PLURALS: readonly (readonly [ending: string, instead: string, leastBefore: number])[] = [
  ["eaux", "eau", 1],
  ["aux", "al", 3],
  ["eux", "eu", 2],
  ["oux", "ou", 2],
  ["ies", "ie", 2],
  ["sses", "ss", 1],
  ["ss", "ss", 0],
  ["s", "", 2],
];

/** Endings of verbs and their kin, taken off where enough letters stay; the longest first. */
const ENDINGS: readonly (readonly [ending: string, leastBefore: number])[] = [
  ["ison", 4],
  ["ing", 3],
  ["ed", 3],
  ["er", 4],
  ["ir", 4],
  ["ee", 3],
  ["ie", 4],
  ["y", 4],
  ["i", 4],
  ["e", 3],
];

/** The words of a text in the order in which they stand. "l'amour" and "God's" are two each. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A folded word without its plural and its ending. */
export function stemOf(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const singular = withoutPlural(word);
  for (const [ending, leastBefore] of ENDINGS) {
    if (!singular.endsWith(ending)) continue;
    const rest = singular.slice(0, -ending.length);
    if (rest.length >= leastBefore && /[aeiouy]/.test(rest)) return rest;
  }
  return singular;
}

/** The words of a question that say something; all of them where none does. */
export function queryWords(text: string): SearchWord[] {
  const all = [...new Set(wordsOf(text))].slice(0, MAX_QUERY_WORDS * 2);
  const telling = all.filter((word) => !FILLERS.has(word));
  return (telling.length > 0 ? telling : all)
    .slice(0, MAX_QUERY_WORDS)
    .map((plain) => ({ plain, stem: stemOf(plain) }));
}

/** Letters and digits of a text. */
export function letterCount(text: string): number {
  return wordsOf(text).join("").length;
}

function withoutPlural(word: string): string {
  for (const [ending, instead, leastBefore] of PLURALS) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length >= leastBefore) return rest + instead;
  }
  return word;
}
