import { describe, expect, it } from "vitest";
import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { listCategories, newCategoryId } from "./category-list.domain.ts";

const { channels: _, ...FILE } = testMinistry();

function documentOf(id: string, body: DocumentBody | null): StudioDocument {
  return { kind: "category", id, body, version: 3, updatedAt: null, updatedBy: null };
}

describe("listCategories", () => {
  it("contains hidden categories and restores the file's values after a removal", () => {
    const listed = listCategories(FILE, [
      documentOf("movies", { isHidden: true }),
      documentOf("music", null),
    ]);
    expect(listed).toHaveLength(9);
    expect(listed.find(({ id }) => id === "movies")).toMatchObject({ isHidden: true, version: 3 });
    expect(listed.find(({ id }) => id === "music")).toMatchObject({ isHidden: false, version: 3 });
    expect(listed.find(({ id }) => id === "sermons")).toMatchObject({ version: 0 });
  });

  it.each([
    ["Choir & Praise", "choir-praise"],
    ["Sermons", "sermons-2"],
    ["École du dimanche", "ecole-du-dimanche"],
    ["2026", "category"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
    ["a".repeat(80), "a".repeat(36)],
  ])("converts %s to the id %s", (name, id) => {
    expect(newCategoryId(name, ["sermons"])).toBe(id);
  });
});
