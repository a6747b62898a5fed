import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";

/** Returns the name of a language within a sentence of another: "anglais". */
export function languageInSentence(named: string, sentence: Language): string {
  const names = new Intl.DisplayNames(LANGUAGE_FACTS[sentence].locale, { type: "language" });
  return names.of(named) ?? named;
}
