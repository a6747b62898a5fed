import { describe, expect, test } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import {
  addressOf,
  bookmarkOf,
  placeName,
  readAddress,
  readBookmark,
} from "./bible-address.domain.ts";

const john = bookByAlias("john") ?? FIRST_PLACE.book;
const samuel = bookByAlias("1samuel") ?? FIRST_PLACE.book;
const read = (search: string) => readAddress(new URLSearchParams(search));

describe("the address", () => {
  test("names version, book and chapter", () => {
    expect(addressOf("niv", { book: samuel, chapter: 3 })).toBe(
      "?version=niv&book=1samuel&chapter=3",
    );
    expect(read("?version=niv&book=1samuel&chapter=3&verse=10")).toEqual({
      version: "niv",
      place: { book: samuel, chapter: 3 },
      verse: 10,
    });
  });

  test.each([
    ["", null],
    ["?book=hezekiah&chapter=3", null],
    ["?book=john", 1],
    ["?book=john&chapter=999", 21],
    ["?book=john&chapter=0", 1],
    ["?book=john&chapter=-4", 1],
    ["?book=john&chapter=x", 1],
    ["?book=Jean&chapter=3", 3],
  ])("%s opens chapter %s", (search, chapter) => {
    expect(read(search).place?.chapter ?? null).toBe(chapter);
  });

  test("names no version and no verse that there cannot be", () => {
    expect(read("?version=xyz&verse=abc")).toEqual({ version: null, place: null, verse: null });
    expect(read("?verse=-1").verse).toBeNull();
  });
});

describe("bookmarks", () => {
  test('are written "Book chapter:verse" with the English name', () => {
    expect(bookmarkOf({ book: samuel, chapter: 3 }, 10)).toBe("1 Samuel 3:10");
  });

  test("lead back to their verse; what is none leads nowhere", () => {
    expect(readBookmark("1 Samuel 3:10")).toEqual({ book: samuel, chapter: 3, verse: 10 });
    expect(readBookmark("John 3:16")?.book).toBe(john);
    for (const text of ["", "John 3", "Hezekiah 3:1", "<b>"]) expect(readBookmark(text)).toBeNull();
  });
});

test("a place has its name in both languages", () => {
  expect(placeName({ book: john, chapter: 3 }, "en")).toBe("John 3");
  expect(placeName({ book: john, chapter: 3 }, "fr")).toBe("Jean 3");
});
