/**
 * Ids by which comments, titles and documents name a requirement (`R-33`), a fault of the specified
 * behaviour (`F8`), a drill (`B-02`) or an item of the specification (`S4.37`); `R-40 to R-44` names all
 * from the first to the last.
 */

/** A line of a page that defines ids. */
export type DefinedId = { readonly id: string; readonly sentence: string };

/** Not inside of a word, a path or an escape such as %F4; an F in quotes is the name of a key. */
const CITED =
  /(?<![\w%#/.-])(R-|[BFLS]-|(?<!["'`])F|S\d+\.)(0?[1-9]\d{0,2})(?: to \1(\d{1,3}))?(?![\w%]|[.-]\w)/g;
const LINE = /^(?:- )?([A-Z]-?\d[\d.]*) (.+)$/gm;

/** Ids that a text names, in its order; one that is named twice comes twice. */
export function citedIds(text: string): string[] {
  return [...text.matchAll(CITED)].flatMap(([, prefix = "", first = "", last = first]) =>
    Array.from({ length: Math.max(1, Number(last) - Number(first) + 1) }, (_, index) => {
      const number = String(Number(first) + index);
      return `${prefix}${number.padStart(first.length, "0")}`;
    }),
  );
}

/** Ids that a page's lists define, in its order; one that is defined twice comes twice. */
export function definedIds(page: string): DefinedId[] {
  return [...page.matchAll(LINE)].map(([, id = "", sentence = ""]) => ({ id, sentence }));
}

/** Whether an id is an item of the specification. */
export function isSpecificationId(id: string): boolean {
  return /^S\d+\./.test(id);
}
