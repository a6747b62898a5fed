import type { CategoryId } from "#shared/videos/categories.ts";
import { type CategoryWords, categoryWords } from "#shared/videos/category-words.ts";
import { useSite } from "./site.ts";

/**
 * Returns the category texts of this page. For lazy pages: it loads the texts of all categories.
 */
export function useCategoryTexts(): (id: CategoryId) => CategoryWords {
  const { language, ministry } = useSite();
  return (id) => categoryWords(id, ministry.categories?.[id], language);
}
