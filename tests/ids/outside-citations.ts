/**
 * Citations of documents that are not in the repository, whose reader is left without the rule: sections
 * by number ("specification section 7"), reference documents, rules of a style by number. An RFC is
 * public, so its sections may be named.
 */
const OUTSIDE =
  /\bsections? \d|\breference\/[\w-]+\.md|\b(?:video|platform|frontend|backend|security|operations|studio|style) reference\b|\bstyle \d/gi;
const PUBLIC = /\bRFC \d+,? $/;

/** Each citation of a text with the words around it; a comment's line break does not hide one. */
export function outsideCitations(text: string): string[] {
  const flat = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, " ");
  return [...flat.matchAll(OUTSIDE)]
    .map(({ index }) => ({ before: flat.slice(Math.max(0, index - 40), index), index }))
    .filter(({ before }) => !PUBLIC.test(before))
    .map(({ before, index }) => `${before}${flat.slice(index, index + 40)}`.trim());
}
