import { type Language, LANGUAGE_FACTS, LANGUAGES } from "./languages.ts";

/** U+202F: stands before ? ! ; and % in French, and never breaks a line. */
const NARROW_NO_BREAK_SPACE = "\u202f";
/** U+00A0: stands before a colon and inside « » in French, and between a number and its unit. */
const NO_BREAK_SPACE = "\u00a0";

/** Any space of one line, also the two above: what is set already stays as it is. */
const SPACES = String.raw`[ \u00a0\u202f]`;

const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<=\p{L})'(?=[\p{L}\p{N}{«])/gu, "’"],
  [new RegExp(`${SPACES}+(?=[?!;%](?!\\p{L}))`, "gu"), NARROW_NO_BREAK_SPACE],
  [new RegExp(`${SPACES}+(?=:(?!/))`, "gu"), NO_BREAK_SPACE],
  // Typed without a space at the end of a word: "Bienvenue!". A time, a verse or an address goes on.
  [/(?<=[\p{L}\p{N}»)])(?=[?!](?:\s|»|$))/gu, NARROW_NO_BREAK_SPACE],
  [/(?<=\p{L}|»)(?=:\s)/gu, NO_BREAK_SPACE],
  [new RegExp(`«${SPACES}*`, "gu"), `«${NO_BREAK_SPACE}`],
  [new RegExp(`${SPACES}*»`, "gu"), `${NO_BREAK_SPACE}»`],
  [new RegExp(`(?<=\\d)${SPACES}(?=(?:[kMG]?o|h|min|s)(?![\\p{L}]))`, "gu"), NO_BREAK_SPACE],
];

/**
 * A French text as French printers set it: spaces that never break a line before ? ! ; : % », after «
 * and before units, and curved apostrophes (Imprimerie nationale, "Lexique des règles typographiques").
 * A text that is set already comes back as it is. It is for plain text: markup and addresses have marks
 * of their own.
 */
export function setFrench(text: string): string {
  return RULES.reduce((set, [pattern, replacement]) => set.replaceAll(pattern, replacement), text);
}

/** A text of each language in that language's typography; where one needs none it stays as it is. */
export function typesetTexts(texts: Readonly<Record<Language, string>>): Record<Language, string> {
  const set = { ...texts };
  for (const language of LANGUAGES) {
    if (LANGUAGE_FACTS[language].hasSpacedMarks) set[language] = setFrench(texts[language]);
  }
  return set;
}

/** The same for a text that need not be written in every language. */
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
