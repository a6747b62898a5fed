import { foldText } from "#shared/search/fold-text.ts";
import { LANGUAGES } from "#shared/languages.ts";
import type { OfferedTexts } from "#shared/studio/bible-texts.ts";

/** A text that could be added. */
export type OfferedText = OfferedTexts["texts"][number];

/** Languages of the pages and of those who follow the ministry, in the order in which they stand. */
const FIRST: readonly string[] = [...LANGUAGES, "sn", "nd", "ln", "pt", "sw"];

/** Languages of the texts: the followers' first, then by their tags. */
export function offeredLanguages(texts: readonly OfferedText[]): string[] {
  return [...new Set(texts.map(({ language }) => language))].toSorted(byLanguage);
}

/**
 * Texts of a language whose names hold what was typed, in the order of their languages.
 *
 * @param language "" for all.
 * @param taken ids of the service that are here or on their way.
 */
export function findOffered(
  texts: readonly OfferedText[],
  { language, name, taken }: { language: string; name: string; taken: readonly string[] },
): OfferedText[] {
  const sought = foldText(name.trim());
  return texts
    .filter((text) => language === "" || text.language === language)
    .filter((text) => foldText(`${text.name} ${text.englishName}`).includes(sought))
    .filter(({ serviceId }) => !taken.includes(serviceId))
    .toSorted((a, b) => byLanguage(a.language, b.language) || (a.name < b.name ? -1 : 1));
}

function byLanguage(a: string, b: string): number {
  const place = (language: string): number => {
    const found = FIRST.indexOf(language);
    return found === -1 ? FIRST.length : found;
  };
  return place(a) - place(b) || (a < b ? -1 : Number(a > b));
}
