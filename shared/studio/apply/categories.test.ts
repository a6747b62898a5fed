import { describe, expect, it } from "vitest";
import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";
import { categoriesOf } from "#shared/videos/categories.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { applyCategories } from "./categories.ts";

const ministry = testMinistry();
const WORDS = { en: "Choir", fr: "Chorale" };

function documentOf(id: string, body: DocumentBody): StudioDocument {
  return { kind: "category", id, body, version: 1, updatedAt: null, updatedBy: null };
}
const ids = (documents: StudioDocument[]): string[] =>
  categoriesOf(applyCategories(ministry, documents).ministry).map(({ id }) => id);

describe("applyCategories", () => {
  it("adds, orders, renames and hides categories", () => {
    const choir = documentOf("choir", { title: WORDS, playlist: "library-music", position: 0 });
    const { ministry: applied, faults } = applyCategories(ministry, [
      choir,
      documentOf("movies", { isHidden: true }),
      documentOf("music", { title: { en: "Songs", fr: "Chants" } }),
    ]);
    expect(faults).toEqual([]);
    const shown = categoriesOf(applied);
    expect(shown.find(({ id }) => id === "choir")).toEqual({
      id: "choir",
      path: "/videos/choir",
      playlistId: "library-music",
    });
    expect(shown.map(({ id }) => id).slice(0, 2)).toEqual(["sermons", "choir"]);
    expect(shown.some(({ id }) => id === "movies")).toBe(false);
    expect(applied.categories?.["music"]?.title).toEqual({ en: "Songs", fr: "Chants" });
  });

  it("replaces the file's playlist", () => {
    const { ministry: applied } = applyCategories(ministry, [
      documentOf("sermons", { playlist: "PLabcdefghij" }),
    ]);
    expect(applied.playlists["sermons"]).toBe("PLabcdefghij");
  });

  it.each<[string, string, DocumentBody]>([
    ["an added one without a list", "choir", { title: WORDS }],
    ["an added one without a name", "choir", { playlist: "library-music" }],
    ["a name that leads elsewhere", "../auth", { title: WORDS, playlist: "library-music" }],
    ["a name that is a script", "<script>", { title: WORDS, playlist: "library-music" }],
    ["a list that is a link", "sermons", { playlist: "javascript:alert(1)" }],
    ["a library that there is not", "sermons", { playlist: "library-nothing" }],
    ["a field that nobody knows", "sermons", { html: "<b>" }],
  ])("skips and reports %s", (_name, id, body) => {
    const { faults } = applyCategories(ministry, [documentOf(id, body)]);
    expect(faults).toMatchObject([{ kind: "category", id }]);
    expect(ids([documentOf(id, body)])).toEqual(ids([]));
  });
});
