/**
 * Matches citations of documents outside the repository: sections by number ("specification section 7"), reference
 * documents, numbered style rules. An RFC is public, so its sections may be cited.
 */
const OUTSIDE =
  /\bsections? \d|\breference\/[\w-]+\.md|\b(?:video|platform|frontend|backend|security|operations|studio|style) reference\b|\bstyle \d/gi;
const PUBLIC = /\bRFC \d+,? $/;

/** Returns each citation of a text with its context. A line break in a comment does not hide one. */
export function outsideCitations(text: string): string[] {
  const flat = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, " ");
  return [...flat.matchAll(OUTSIDE)]
    .map(({ index }) => ({ before: flat.slice(Math.max(0, index - 40), index), index }))
    .filter(({ before }) => !PUBLIC.test(before))
    .map(({ before, index }) => `${before}${flat.slice(index, index + 40)}`.trim());
}
