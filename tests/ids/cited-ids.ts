/**
 * Ids in comments, titles and documents: a requirement (`R-33`), a fault of the specified behaviour (`F8`), a
 * drill (`B-02`) or an item of the specification (`S4.37`). `R-40 to R-44` is a range.
 */

/** A row of a page that defines ids. */
export type DefinedId = { readonly id: string; readonly sentence: string };

/** Excludes ids within a word, a path or an escape such as %F4. A quoted F is the name of a key. */
const CITED =
  /(?<![\w%#/.-])(R-|[BFLS]-|(?<!["'`])F|S\d+\.)(0?[1-9]\d{0,2})(?: to \1(\d{1,3}))?(?![\w%]|[.-]\w)/g;
const ROW = /^\| ([A-Z]-?\d[\d.]*) +\| (.+?) +\|$/gm;

/** Returns the ids that a text cites, in order, with repeats. */
export function citedIds(text: string): string[] {
  return [...text.matchAll(CITED)].flatMap(([, prefix = "", first = "", last = first]) =>
    Array.from({ length: Math.max(1, Number(last) - Number(first) + 1) }, (_, index) => {
      const number = String(Number(first) + index);
      return `${prefix}${number.padStart(first.length, "0")}`;
    }),
  );
}

/** Returns the ids that a page's tables define, in order, with repeats. */
export function definedIds(page: string): DefinedId[] {
  return [...page.matchAll(ROW)].map(([, id = "", sentence = ""]) => ({ id, sentence }));
}

/** Returns true when an id is an item of the specification. */
export function isSpecificationId(id: string): boolean {
  return /^S\d+\./.test(id);
}
