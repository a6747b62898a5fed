import { beforeAll, describe, expect, it } from "vitest";
import { BIBLE_BOOKS, bookByAlias } from "#shared/bible/bible-books.ts";
import { createSearchIndexBuilder, type SearchIndex } from "#shared/bible/bible-search.ts";
import { type BibleVerse, packVerse, unpackVerse } from "#shared/bible/bible-text.ts";
import { loadKjv, type WholeBible } from "./kjv-text.ts";

let kjv: WholeBible;
let all: BibleVerse[];

beforeAll(async () => {
  kjv = await loadKjv();
  all = BIBLE_BOOKS.flatMap(({ order }) => kjv.book(order).flat());
});

function verseOf(reference: string): BibleVerse | undefined {
  const [, name = "", chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(reference) ?? [];
  const order = bookByAlias(name)?.order ?? -1;
  return kjv.chapter(order, Number(chapter))?.[Number(verse) - 1];
}

describe("King James Version text", () => {
  it("has 66 books, 1,189 chapters and 31,102 verses, each book its own count (S9.14)", () => {
    const books = BIBLE_BOOKS.map(({ order }) => kjv.book(order));
    expect(books).toHaveLength(66);
    expect(books.flat()).toHaveLength(1_189);
    expect(all).toHaveLength(31_102);
    expect(books.map((chapters) => chapters.flat().length)).toEqual(
      BIBLE_BOOKS.map(({ verses }) => verses),
    );
  });

  it.each([
    ["Genesis 1:1", "In the beginning God created the heaven and the earth."],
    [
      "Joshua 1:9",
      "Have not I commanded thee? Be strong and of a good courage; be not afraid, neither be thou dismayed: for the LORD thy God is with thee whithersoever thou goest.",
    ],
    ["Psalms 23:1", "The LORD is my shepherd; I shall not want."],
    [
      "Psalms 117:2",
      "For his merciful kindness is great toward us: and the truth of the LORD endureth for ever. Praise ye the LORD.",
    ],
    [
      "Isaiah 12:2",
      "Behold, God is my salvation; I will trust, and not be afraid: for the LORD JEHOVAH is my strength and my song; he also is become my salvation.",
    ],
    [
      "Jeremiah 29:11",
      "For I know the thoughts that I think toward you, saith the LORD, thoughts of peace, and not of evil, to give you an expected end.",
    ],
    [
      "John 3:16",
      "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.",
    ],
    ["John 11:35", "Jesus wept."],
    ["Song of Solomon 1:1", "The song of songs, which is Solomon's."],
    [
      "Jude 1:25",
      "To the only wise God our Saviour, be glory and majesty, dominion and power, both now and ever. Amen.",
    ],
    ["Revelation 22:21", "The grace of our Lord Jesus Christ be with you all. Amen."],
  ])("reads %s as printed", (reference, text) => {
    expect(verseOf(reference)?.text).toBe(text);
  });

  it("has 2 verses in Psalm 117, 176 in Psalm 119, 25 in Jude", () => {
    const psalms = bookByAlias("psalms")?.order ?? -1;
    expect(kjv.chapter(psalms, 117)).toHaveLength(2);
    expect(kjv.chapter(psalms, 119)).toHaveLength(176);
    expect(kjv.chapter(bookByAlias("jude")?.order ?? -1, 1)).toHaveLength(25);
    expect(kjv.chapter(bookByAlias("jude")?.order ?? -1, 2)).toBeUndefined();
  });
});

describe("plain texts", () => {
  it("contain no markup", () => {
    expect(all.filter(({ text }) => /[<#[\]]|\s\s|^\s|\s$/.test(text))).toEqual([]);
  });

  it("keep LORD in capitals in 5,554 verses", () => {
    expect(all.filter(({ text }) => /\bLORD\b/.test(text))).toHaveLength(5_554);
  });

  it("mark 21,476 ranges of added words in 14,233 verses", () => {
    const withItalics = all.filter(({ italics }) => italics);
    expect(withItalics).toHaveLength(14_233);
    expect(withItalics.flatMap(({ italics = [] }) => italics)).toHaveLength(21_476);
    const { text = "", italics = [] } = verseOf("Genesis 1:2") ?? {};
    expect(italics.map(([from, to]) => text.slice(from, to))).toEqual(["was"]);
  });

  it("begin paragraphs in 2,936 verses", () => {
    expect(all.filter(({ isParagraph }) => isParagraph)).toHaveLength(2_936);
  });

  it("have 116 psalm titles and the 22 letters of Psalm 119, and no postscripts of Paul's letters", () => {
    const titles = all.filter(({ title }) => title !== undefined);
    expect(titles).toHaveLength(116);
    expect(verseOf("Psalms 3:1")?.title).toBe(
      "A Psalm of David, when he fled from Absalom his son.",
    );
    expect(all.filter(({ heading }) => heading !== undefined)).toHaveLength(22);
    expect(verseOf("Psalms 119:9")?.heading).toBe("BETH.");
    expect(all.some(({ title = "" }) => title.startsWith("Written to"))).toBe(false);
  });

  it("are unchanged after packing and unpacking", () => {
    for (const reference of ["Psalms 3:1", "Psalms 119:9", "Genesis 1:2", "John 11:35"]) {
      const verse = verseOf(reference);
      expect(verse && unpackVerse(packVerse(verse))).toEqual(verse);
    }
  });
});

describe("whole-Bible search", () => {
  let index: SearchIndex;

  beforeAll(() => {
    const builder = createSearchIndexBuilder();
    for (const { text } of all) builder.add(text);
    index = builder.finish();
  });

  const textAt = (ordinal: number | undefined): string => all[ordinal ?? -1]?.text ?? "";

  it.each([
    ["faith ", 231],
    ["begotten ", 24],
    ["grace ", 159],
    ["Nebuchadnezzar ", 57],
    ["LORD ", 6_667],
    ["for god so loved", 1],
    ["fear not ", 144],
    ['"fear not"', 63],
    ["the valley of the shadow of death", 1],
    ["jesus wept ", 3],
    ['"jesus wept"', 1],
    ["love thy neighbour ", 9],
    ['"love thy neighbour"', 8],
    ["blockchain", 0],
    ["", 0],
    ["?!", 0],
  ])("finds %s in %i verses", (query, count) => {
    expect(index.search(query, 10).total).toBe(count);
  });

  it("matches an unfinished last word as a prefix, a finished one exactly", () => {
    expect(index.search("nebuchadn", 1).total).toBeGreaterThanOrEqual(57);
    expect(index.search("nebuchadn ", 1).total).toBe(0);
  });

  it("ranks the whole phrase first and then sorts by the canon", () => {
    const { hits } = index.search("fear not ", 500);
    expect(textAt(hits[0]?.ordinal).toLowerCase()).toContain("fear not");
    const inPhrase = index.search('"fear not"', 500).hits.map(({ ordinal }) => ordinal);
    expect(textAt(Math.min(...inPhrase))).toContain("Fear not, Abram");
    const first = hits.slice(0, inPhrase.length).map(({ ordinal }) => ordinal);
    expect(new Set(first)).toEqual(new Set(inPhrase));
  });

  it("returns the ranges of matching words", () => {
    const { ordinal, ranges = [] } = index.search("god so loved", 1).hits[0] ?? {};
    expect(ranges.map(([from, to]) => textAt(ordinal).slice(from, to))).toEqual([
      "God",
      "so",
      "loved",
    ]);
  });

  it("limits results to the scope", () => {
    const newTestament = { from: 23_145, to: 31_102 };
    const { total, hits } = index.search("faith ", 500, newTestament);
    expect(total).toBe(229);
    expect(hits.every(({ ordinal }) => ordinal >= newTestament.from)).toBe(true);
  });
});
