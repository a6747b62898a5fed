import { describe, expect, it } from "vitest";
import { READY_SEGOND, readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { bookByAlias, FIRST_PLACE, placeName } from "#shared/bible/bible-books.ts";
import {
  addressOf,
  bookmarkOf,
  locationToOpen,
  readAddress,
  readBookmark,
} from "./bible-address.domain.ts";

const john = bookByAlias("john") ?? FIRST_PLACE.book;
const samuel = bookByAlias("1samuel") ?? FIRST_PLACE.book;
const read = (search: string) => readAddress(new URLSearchParams(search));

describe("the URL", () => {
  it("names version, book and chapter", () => {
    expect(addressOf({ id: "niv" }, { book: samuel, chapter: 3 })).toBe(
      "?version=niv&book=1samuel&chapter=3",
    );
    expect(read("?version=niv&book=1samuel&chapter=3&verse=10")).toEqual({
      version: "niv",
      place: { book: samuel, chapter: 3 },
      verse: 10,
      secondVersion: null,
    });
    expect(read("?version=kjv&book=john&chapter=3&with=LSG").secondVersion).toBe("lsg");
  });

  it.each([
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

  it("ignores an impossible version or verse", () => {
    expect(read("?version=<b>&verse=abc")).toMatchObject({
      version: null,
      place: null,
      verse: null,
    });
    expect(read("?verse=-1").verse).toBeNull();
  });
});

describe("the opened chapter", () => {
  const kjv = readyVersion("kjv");
  const both = { all: [kjv, READY_SEGOND], first: READY_SEGOND, language: "fr" } as const;
  const alone = { all: [kjv], first: kjv, language: "fr" } as const;
  const psalms = bookByAlias("psalms") ?? FIRST_PLACE.book;
  const nowhere = { version: null, place: null, verse: null };
  const psalm51 = { book: psalms, chapter: 51 };

  it("is in the text of the page's language for a reader who has not chosen", () => {
    expect(locationToOpen(nowhere, null, both)).toEqual({
      version: READY_SEGOND,
      place: FIRST_PLACE,
      verse: null,
    });
  });

  it("is the last one read when the URL names nothing", () => {
    const left = { version: "kjv", place: { book: john, chapter: 3 } };
    expect(locationToOpen(nowhere, left, both)).toMatchObject({ version: kjv, place: left.place });
  });

  it.each([
    ["?ref=Psaumes 51:3", both, 3],
    ["?version=lsg&ref=Psaumes 51.3", both, 3],
    ["?version=kjv&book=psalms&chapter=51&verse=1", both, 1],
    ["?ref=Psaumes 51:3", alone, 1],
    ["?version=lsg&book=psalms&chapter=51&verse=3", alone, 1],
  ])("for %j is the verse in the numbering of the available text", (search, offer, verse) => {
    const found = locationToOpen(read(search), null, offer);
    expect(found).toMatchObject({ place: psalm51, verse });
  });

  it("is another chapter where the other text numbers it there", () => {
    const exodus = bookByAlias("exodus") ?? FIRST_PLACE.book;
    expect(locationToOpen(read("?ref=Exode 7:26"), null, alone)).toMatchObject({
      place: { book: exodus, chapter: 8 },
      verse: 1,
    });
  });
});

describe("bookmarks", () => {
  it('are written "Book chapter:verse" with the English name', () => {
    expect(bookmarkOf({ book: samuel, chapter: 3 }, 10)).toBe("1 Samuel 3:10");
  });

  it("lead back to their verse; an invalid one leads nowhere", () => {
    expect(readBookmark("1 Samuel 3:10")).toEqual({ book: samuel, chapter: 3, verse: 10 });
    expect(readBookmark("John 3:16")?.book).toBe(john);
    for (const text of ["", "John 3", "Hezekiah 3:1", "<b>"]) expect(readBookmark(text)).toBeNull();
  });
});

it("a location has its name in both languages", () => {
  expect(placeName({ book: john, chapter: 3 }, "en")).toBe("John 3");
  expect(placeName({ book: john, chapter: 3 }, "fr")).toBe("Jean 3");
});
