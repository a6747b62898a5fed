import { LANGUAGES } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { CategoryId } from "#shared/videos/categories.ts";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";

/** What a category is called in every language: titles of videos mix them, and so do questions. */
export function categoryTitles(
  { categories }: Pick<Ministry, "categories">,
  id: CategoryId,
): string {
  return LANGUAGES.map(
    (language) => categoryWords(id, categoryFactsIn(categories?.[id], language), language).title,
  ).join(" ");
}
