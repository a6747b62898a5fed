import { readFileSync } from "node:fs";
import { citedIds, type DefinedId, definedIds, isSpecificationId } from "./cited-ids.ts";
import { projectTexts } from "./project-texts.ts";
import { isTestFile, type TestTitle, testTitles } from "./test-titles.ts";

export const SPECIFICATION_PAGE = "docs/specification-ids.md";

/** An item of the specification with the tests whose titles carry its id. */
export type MappedItem = DefinedId & { readonly tests: readonly TestTitle[] };

export type SpecMap = {
  /** In the order of the page. */
  readonly items: readonly MappedItem[];
  /** Titles whose id is not an item, one line each. */
  readonly strays: readonly string[];
};

/** Maps the ids of the specification page to the titles of all tests. */
export function readSpecMap(): SpecMap {
  const titles = projectTexts()
    .filter(({ path }) => isTestFile(path))
    .flatMap(({ path, text }) => testTitles(path, text));
  return mapSpecification(definedIds(readFileSync(SPECIFICATION_PAGE, "utf8")), titles);
}

function mapSpecification(items: readonly DefinedId[], titles: readonly TestTitle[]): SpecMap {
  const carried = titles.flatMap((test) =>
    citedIds(test.title)
      .filter(isSpecificationId)
      .map((id) => ({ id, test })),
  );
  const testsById = Map.groupBy(carried, ({ id }) => id);
  const known = new Set(items.map(({ id }) => id));
  return {
    items: items.map((item) => ({
      ...item,
      tests: (testsById.get(item.id) ?? []).map(({ test }) => test),
    })),
    strays: carried
      .filter(({ id }) => !known.has(id))
      .map(({ id, test }) => `${test.file}: "${test.title}" carries ${id}`),
  };
}
