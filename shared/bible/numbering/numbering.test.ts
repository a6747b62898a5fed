import { describe, expect, it } from "vitest";
import { type BibleBook, bookByAlias } from "#shared/bible/bible-books.ts";
import { fromPivot, renumberPlace, toPivot } from "./numbering.ts";

function bookOf(name: string): BibleBook {
  const book = bookByAlias(name);
  if (!book) throw new Error(`There is no book ${name}`);
  return book;
}

/** Parses "Psalms 51:1" into book and position. */
function read(reference: string): { book: BibleBook; chapter: number; verse: number } {
  const [, name = "", chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(reference) ?? [];
  return { book: bookOf(name), chapter: Number(chapter), verse: Number(verse) };
}

const inSegond = (reference: string): string =>
  fromPivot("segond", read(reference).book, read(reference))
    .map(({ chapter, verse }) => `${chapter}:${verse}`)
    .join(" ");

const inPivot = (reference: string): string =>
  toPivot("segond", read(reference).book, read(reference))
    .map(({ chapter, verse }) => `${chapter}:${verse}`)
    .join(" ");

describe("from the King James Version to Segond", () => {
  it.each([
    ["John 3:16", "3:16"],
    ["Psalms 51:1", "51:3"],
    ["Psalms 3:1", "3:2"],
    ["Psalms 23:1", "23:1"],
    ["Psalms 13:4", "13:5"],
    ["Psalms 13:6", "13:6"],
    ["Exodus 8:1", "7:26"],
    ["Leviticus 6:8", "6:1"],
    ["1 Samuel 20:42", "20:42 20:43"],
    ["Job 41:1", "40:20"],
    ["Ecclesiastes 12:1", "12:3"],
    ["Isaiah 64:1", "63:19"],
    ["Jonah 1:17", "2:1"],
    ["Micah 5:2", "5:1"],
    ["3 John 1:14", "1:14 1:15"],
    ["Revelation 13:1", "12:18 13:1"],
    ["Acts 19:41", "19:40"],
    ["Malachi 4:6", "4:6"],
  ])("maps %s to %s", (reference, expected) => {
    expect(inSegond(reference)).toBe(expected);
  });
});

describe("from Segond to the King James Version", () => {
  it.each([
    ["Psalms 51:3", "51:1"],
    ["Psalms 51:1", "51:0"],
    ["Psalms 51:2", "51:0"],
    ["Psalms 13:6", "13:5 13:6"],
    ["Isaiah 63:19", "63:19 64:1"],
    ["Job 39:34", "40:1"],
    ["Mark 9:51", "9:50"],
    ["2 Corinthians 13:13", "13:14"],
    ["Joel 3:1", "3:1"],
  ])("maps %s to %s", (reference, expected) => {
    expect(inPivot(reference)).toBe(expected);
  });
});

it("shows the title of a psalm, which is no verse of the King James Version, at its first verse", () => {
  expect(fromPivot("kjv", bookOf("Psalms"), { chapter: 51, verse: 0 })).toEqual([
    { chapter: 51, verse: 1 },
  ]);
  expect(fromPivot("segond", bookOf("Psalms"), { chapter: 51, verse: 0 })).toEqual([
    { chapter: 51, verse: 1 },
    { chapter: 51, verse: 2 },
  ]);
});

it("keeps the verse of a reader who changes the version, even in another chapter", () => {
  const exodus = { book: bookOf("Exodus"), chapter: 8 };
  const numberings = { from: "kjv", to: "segond" } as const;
  expect(renumberPlace(exodus, 2, numberings)).toEqual({
    place: { book: exodus.book, chapter: 7 },
    verse: 27,
  });
  expect(renumberPlace(exodus, null, numberings)).toEqual({ place: exodus, verse: null });
});
