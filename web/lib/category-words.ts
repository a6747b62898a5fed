import type { CategoryId } from "#shared/videos/categories.ts";
import { type CategoryWords, categoryWords } from "#shared/videos/category-words.ts";
import { useSite } from "./site.ts";

/** What categories are called on this page. For lazy pages: it brings the words of all categories. */
export function useCategoryWords(): (id: CategoryId) => CategoryWords {
  const { language, ministry } = useSite();
  return (id) => categoryWords(id, ministry.categories?.[id], language);
}
