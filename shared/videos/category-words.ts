import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { setFrench } from "#shared/typography.ts";
import type { CategoryFacts, CategoryId } from "./categories.ts";

export type CategoryWords = { title: string; description: string };

/**
 * Returns title and description of a category in a language: the studio's texts before the
 * product's.
 */
export function categoryWords(
  id: CategoryId,
  facts: CategoryFacts<string> | undefined,
  language: Language,
): CategoryWords {
  const known: Readonly<Record<string, CategoryWords>> = categoryMessages[language].categories;
  // Staff type plain spaces and apostrophes.
  const set = LANGUAGE_FACTS[language].hasSpacedMarks ? setFrench : (text: string) => text;
  return {
    title: set(facts?.title ?? known[id]?.title ?? id),
    description: set(facts?.description ?? known[id]?.description ?? ""),
  };
}

/** Returns the studio's texts of a category in one language. */
export function categoryFactsIn(
  facts: CategoryFacts<Readonly<Record<Language, string>>> | undefined,
  language: Language,
): CategoryFacts<string> {
  return { ...facts, title: facts?.title?.[language], description: facts?.description?.[language] };
}
