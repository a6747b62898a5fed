import { expect, it } from "vitest";
import { BIBLE_BOOKS, placeName } from "#shared/bible/bible-books.ts";
import { bookKey, chapterKey, storedVersions } from "./bible-text-keys.domain.ts";

const [genesis, exodus] = BIBLE_BOOKS;

it("lists read chapters by version in canonical order, and whole versions", () => {
  if (!genesis || !exodus) throw new Error("No books");
  const found = storedVersions([
    chapterKey("kjv", { book: exodus, chapter: 2 }),
    chapterKey("kjv", { book: genesis, chapter: 10 }),
    chapterKey("kjv", { book: genesis, chapter: 9 }),
    ...BIBLE_BOOKS.map(({ usfm }) => bookKey("lsg", usfm)),
    "bible/versions",
  ]);
  const named = found.map(({ id, isWhole, chapters }) => [
    id,
    isWhole,
    chapters.map((place) => placeName(place, "en")),
  ]);
  expect(named).toEqual([
    ["kjv", false, ["Genesis 9", "Genesis 10", "Exodus 2"]],
    ["lsg", true, []],
  ]);
});

it("a download that was cut off counts as nothing", () => {
  expect(storedVersions([bookKey("kjv", "GEN"), "bible/kjv/chapter/XYZ/1"])).toEqual([]);
});
