import { type Language, LANGUAGE_FACTS, LANGUAGES } from "./languages.ts";

/** U+202F: before ? ! ; and % in French. */
const NARROW_NO_BREAK_SPACE = "\u202f";
/** U+00A0: before a colon and inside « » in French, and between a number and its unit. */
const NO_BREAK_SPACE = "\u00a0";

/** Any space within a line, including the two above, so that typeset text stays unchanged. */
const SPACES = String.raw`[ \u00a0\u202f]`;

const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<=\p{L})'(?=[\p{L}\p{N}{«])/gu, "’"],
  [new RegExp(`${SPACES}+(?=[?!;%](?!\\p{L}))`, "gu"), NARROW_NO_BREAK_SPACE],
  [new RegExp(`${SPACES}+(?=:(?!/))`, "gu"), NO_BREAK_SPACE],
  // Without a space at the end of a word: "Bienvenue!". A time, a verse or a URL continues.
  [/(?<=[\p{L}\p{N}»)])(?=[?!](?:\s|»|$))/gu, NARROW_NO_BREAK_SPACE],
  [/(?<=\p{L}|»)(?=:\s)/gu, NO_BREAK_SPACE],
  [new RegExp(`«${SPACES}*`, "gu"), `«${NO_BREAK_SPACE}`],
  [new RegExp(`${SPACES}*»`, "gu"), `${NO_BREAK_SPACE}»`],
  [new RegExp(`(?<=\\d)${SPACES}(?=(?:[kMG]?o|h|min|s)(?![\\p{L}]))`, "gu"), NO_BREAK_SPACE],
];

/**
 * Typesets French plain text: non-breaking spaces before ? ! ; : % », after « and before units, and
 * curved apostrophes (Imprimerie nationale, "Lexique des règles typographiques"). Idempotent. Not
 * for markup and URLs, which contain the same marks.
 */
export function setFrench(text: string): string {
  return RULES.reduce((set, [pattern, replacement]) => set.replaceAll(pattern, replacement), text);
}

/** Keeps the number of a Bible book on the line of its name: "1 Corinthians" in any language. */
export function setReferences(text: string): string {
  return text.replaceAll(/(?<![\d:.,])([1-3]) (?=\p{Lu}\p{Ll})/gu, `$1${NO_BREAK_SPACE}`);
}

/** Typesets the text of each language by that language's rules. */
export function typesetTexts(texts: Readonly<Record<Language, string>>): Record<Language, string> {
  const set = { ...texts };
  for (const language of LANGUAGES) {
    if (LANGUAGE_FACTS[language].hasSpacedMarks) set[language] = setFrench(texts[language]);
  }
  return set;
}

/** Like `typesetTexts`, for a text that can lack a language. */
export function typesetWritten(
  texts: Readonly<Partial<Record<Language, string>>>,
): Partial<Record<Language, string>> {
  const set = { ...texts };
  for (const language of LANGUAGES) {
    const written = texts[language];
    if (written !== undefined && LANGUAGE_FACTS[language].hasSpacedMarks) {
      set[language] = setFrench(written);
    }
  }
  return set;
}
