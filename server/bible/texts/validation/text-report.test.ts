import { expect, it } from "vitest";
import type { TextBook } from "#server/bible/texts/text-book.ts";
import { ownBooks, ownTables } from "#tests/fakes/bible/own-texts.ts";
import { reportText, reportWholeChapters } from "./text-report.domain.ts";

const tables = await ownTables();
const segond = await ownBooks("segond");
const kjv = await ownBooks("kjv");

function without(books: readonly TextBook[], usfm: string, chapter: number, verses: number[]) {
  return books.map((book) =>
    book.usfm === usfm
      ? {
          ...book,
          chapters: book.chapters.map((found, index) =>
            index === chapter - 1 ? found.filter(({ verse }) => !verses.includes(verse)) : found,
          ),
        }
      : book,
  );
}

it("counts 31,102 and 31,170 verses in the two numberings", () => {
  const sum = (table: readonly (readonly number[])[]) => table.flat().reduce((a, b) => a + b, 0);
  expect(sum(tables.kjv)).toBe(31_102);
  expect(sum(tables.segond)).toBe(31_170);
});

it("detects the numbering by its chapters", () => {
  expect(reportText("lsg", segond, tables)).toEqual({
    books: 66,
    chapters: 1_189,
    verses: 31_170,
    numbering: "segond",
    missingBooks: [],
    differingChapters: [],
    missingVerses: [],
  });
  expect(reportText("other", kjv, tables)).toMatchObject({ numbering: "kjv", verses: 31_102 });
});

it("reports verses that an edition omits", () => {
  const text = without(without(kjv, "MAT", 17, [21]), "3JN", 1, [14]);
  expect(reportText("other", text, tables)).toMatchObject({
    numbering: "kjv",
    verses: 31_100,
    missingVerses: ["MAT 17:21"],
    differingChapters: ["3JN 1"],
  });
});

it("accepts one testament and reports the missing books", () => {
  const gospels = kjv.filter(({ usfm }) => ["MAT", "MRK", "LUK", "JHN"].includes(usfm));
  const { missingBooks, books } = reportText("gospels", gospels, tables);
  expect(books).toBe(4);
  expect(missingBooks).toHaveLength(62);
  expect(missingBooks).toContain("GEN");
});

it.each([
  ["a text without books", [], "none of the 66 books"],
  [
    "a chapter that is missing",
    kjv.map((book) => ({ ...book, chapters: book.chapters.slice(1) })),
    "GEN has 49 chapters",
  ],
  [
    "an empty chapter",
    without(
      kjv,
      "RUT",
      2,
      Array.from({ length: 23 }, (_, index) => index + 1),
    ),
    "RUT 2 has no verses",
  ],
  [
    "half a chapter",
    without(
      kjv,
      "JHN",
      3,
      Array.from({ length: 20 }, (_, index) => index + 17),
    ),
    "JHN 3 is cut off: it has 16 of 36 verses",
  ],
])("rejects %s", (_, books, message) => {
  expect(() => reportText("other", books, tables)).toThrow(message);
});

it("drops broken chapters with their reason, and books without a whole one", () => {
  const cut = Array.from({ length: 20 }, (_, index) => index + 17);
  const text = without(kjv, "JHN", 3, cut).map((book) =>
    book.usfm === "JUD" ? { ...book, chapters: [[]] } : book,
  );
  const { books, broken, report } = reportWholeChapters("other", text, tables);
  expect(broken).toEqual(["JHN 3 is cut off: it has 16 of 36 verses.", "JUD 1 has no verses."]);
  expect(books.find(({ usfm }) => usfm === "JHN")?.chapters[2]).toEqual([]);
  expect(report).toMatchObject({ books: 65, chapters: 1_187, missingBooks: ["JUD"] });
  expect(() => reportWholeChapters("lsg", text, tables)).toThrow("JHN 3 is cut off");
});

it("counts joined verses by their numbers", () => {
  const jude = [
    { verse: 1, text: "a" },
    { verse: 2, text: "b" },
  ];
  const book = { usfm: "JUD", chapters: [jude], heldNumbers: [25] };
  expect(reportText("other", [book], tables)).toMatchObject({ verses: 2 });
});

it("rejects a text whose counts differ from the known ones", () => {
  expect(() => reportText("lsg", without(segond, "GEN", 1, [5]), tables)).toThrow(
    "it has 31169 verses instead of 31170",
  );
});
