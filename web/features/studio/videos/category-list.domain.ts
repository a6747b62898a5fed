import type { StudioDocument } from "#shared/studio/documents.ts";
import type { FileDefaults } from "#shared/studio/file-defaults.ts";
import { applyCategories } from "#shared/studio/apply/categories.ts";
import {
  arrangedCategories,
  type Category,
  type CategoryFacts,
} from "#shared/videos/categories.ts";
import type { Language } from "#shared/languages.ts";

/** Category in the studio, hidden ones included. */
export type ListedCategory = Category & {
  isHidden: boolean;
  facts: CategoryFacts<Readonly<Record<Language, string>>> | undefined;
  /** Version of its document; 0 without one. */
  version: number;
};

/** Returns all categories in their order, with published documents over ministry.json. */
export function listCategories(
  file: FileDefaults,
  documents: readonly StudioDocument[],
): ListedCategory[] {
  const { ministry } = applyCategories({ ...file, channels: {} }, documents);
  return arrangedCategories(ministry).map((category) => ({
    ...category,
    facts: ministry.categories?.[category.id],
    version: documents.find(({ id }) => id === category.id)?.version ?? 0,
  }));
}

/** Creates an unused id for a category from its name, valid in a URL. */
export function newCategoryId(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 36)
    .replace(/-+$/, "");
  const wanted = plain === "" ? "category" : plain;
  let id = wanted;
  for (let number = 2; taken.includes(id); number += 1) id = `${wanted}-${number}`;
  return id;
}
