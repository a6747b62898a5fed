import { foldText } from "#shared/search/fold-text.ts";
import { LANGUAGES } from "#shared/languages.ts";
import type { OfferedTexts } from "#shared/studio/bible-texts.ts";

/** Text that can be added. */
export type OfferedText = OfferedTexts["texts"][number];

/** Languages of the pages, then those of the ministry's followers. */
const FIRST: readonly string[] = [...LANGUAGES, "sn", "nd", "ln", "pt", "sw"];

/** Returns the languages of the texts: the followers' first, then by tag. */
export function offeredLanguages(texts: readonly OfferedText[]): string[] {
  return [...new Set(texts.map(({ language }) => language))].toSorted(byLanguage);
}

/**
 * Returns the texts of a language whose names contain the search, in the order of their languages.
 * @param language "" for all.
 * @param taken ids that are installed or being downloaded.
 */
export function findOffered(
  texts: readonly OfferedText[],
  { language, name, knownIds }: { language: string; name: string; knownIds: readonly string[] },
): OfferedText[] {
  const sought = foldText(name.trim());
  return texts
    .filter((text) => language === "" || text.language === language)
    .filter((text) => foldText(`${text.name} ${text.englishName}`).includes(sought))
    .filter(({ serviceId }) => !knownIds.includes(serviceId))
    .toSorted((a, b) => byLanguage(a.language, b.language) || (a.name < b.name ? -1 : 1));
}

function byLanguage(a: string, b: string): number {
  const rank = (language: string): number => {
    const found = FIRST.indexOf(language);
    return found === -1 ? FIRST.length : found;
  };
  return rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
}
