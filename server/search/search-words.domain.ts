import { foldText } from "#shared/search/fold-text.ts";

/**
 * Normalizes words for search: no accents and case, stemmed. One set of English and French endings serves both, because
 * titles mix the languages.
 */

/** A word of a text or a query. */
export type SearchWord = {
  /** Without accents and case: "guerison". */
  plain: string;
  /** Without its ending: "guer". */
  stem: string;
};

/** Further words of a query are ignored. */
const MAX_QUERY_WORDS = 8;

/** Ignored if the query has other words. */
const STOP_WORDS = new Set(
  (
    "a an and are as at be by can do for from how i in is it me my of on or our s so that the this to " +
    "us was we what when where who why with you your about " +
    "au aux avec c ce ces cette comment d dans de des du elle en est et il ils j je jusqu l la le les leur lorsqu " +
    "m ma mes mon n ne nos notre nous ou par pas pour puisqu qu que quel quelle qui quoi quoiqu s sa ses son sont sur " +
    "t ta tes ton tu un une vos votre vous y"
  ).split(" "),
);

/** Plural endings: ending, replacement, minimum of letters before it. */
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

/** Other endings, removed if enough letters remain; longest first. */
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

/** Words of a text in order. "l'amour" and "God's" are two each. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Removes plural and ending of a normalized word. */
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

/** Words of a query without stop words; all of them if there are only stop words. */
export function queryWords(text: string): SearchWord[] {
  const all = [...new Set(wordsOf(text))].slice(0, MAX_QUERY_WORDS * 2);
  const significant = all.filter((word) => !STOP_WORDS.has(word));
  return (significant.length > 0 ? significant : all)
    .slice(0, MAX_QUERY_WORDS)
    .map((plain) => ({ plain, stem: stemOf(plain) }));
}

/** Counts letters and digits. */
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
