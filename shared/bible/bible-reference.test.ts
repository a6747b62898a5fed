import { describe, expect, it } from "vitest";
import {
  BIBLE_BOOKS,
  bookByAlias,
  bookName,
  FIRST_PLACE,
  nextPlace,
  previousPlace,
} from "./bible-books.ts";
import { type BibleReference, parseReference, readTypedReference } from "./bible-reference.ts";

function inWords(reference: BibleReference | string | null): string | null {
  if (reference === null || typeof reference === "string") return reference;
  const { book, chapter, verses } = reference;
  const { from, to } = verses ?? { from: 0, to: 0 };
  const range = from === to ? String(from) : `${from}-${to}`;
  return verses ? `${book.id} ${chapter}:${range}` : `${book.id} ${chapter}`;
}

it("has 66 books: 39 with 929 chapters, 27 with 260", () => {
  const chaptersOf = (testament: string) =>
    BIBLE_BOOKS.filter((book) => book.testament === testament).reduce(
      (sum, { chapters }) => sum + chapters,
      0,
    );
  expect(BIBLE_BOOKS).toHaveLength(66);
  expect([chaptersOf("ot"), chaptersOf("nt")]).toEqual([929, 260]);
  expect(BIBLE_BOOKS.reduce((sum, { verses }) => sum + verses, 0)).toBe(31_102);
  expect(bookByAlias("genesis")?.chapters).toBe(50);
  expect(bookByAlias("psalms")?.chapters).toBe(150);
  expect(bookByAlias("revelation")?.chapters).toBe(22);
});

it("finds every book by id, hyphens, codes, English and French names", () => {
  for (const book of BIBLE_BOOKS) {
    const hyphenated = book.name.toLowerCase().replaceAll(" ", "-");
    const names = [book.id, hyphenated, book.usfm, book.osis, book.name, bookName(book, "fr")];
    expect(names.map((name) => bookByAlias(name)?.id)).toEqual(names.map(() => book.id));
  }
  expect(bookByAlias("Psalm")?.id).toBe("psalms");
  expect(bookByAlias("Song of Songs")?.id).toBe("songofsolomon");
  expect(bookByAlias("Solomon's Song")?.id).toBe("songofsolomon");
  expect(bookByAlias("II Kings")?.id).toBe("2kings");
  expect(bookByAlias("First John")?.id).toBe("1john");
});

it("has no name for two books", () => {
  const names = BIBLE_BOOKS.flatMap((book) => [
    ...new Set(
      [book.id, book.usfm, book.osis, bookName(book, "fr")].map((name) => name.toLowerCase()),
    ),
  ]);
  expect(names).toHaveLength(new Set(names).size);
});

describe("previousPlace and nextPlace", () => {
  it("return null before Genesis 1 and after Revelation 22", () => {
    const last = BIBLE_BOOKS.at(-1);
    expect(previousPlace(FIRST_PLACE)).toBeNull();
    expect(last && nextPlace({ book: last, chapter: 22 })).toBeNull();
  });

  it("connect Malachi 4 and Matthew 1", () => {
    const malachi = bookByAlias("malachi") ?? FIRST_PLACE.book;
    const matthew = bookByAlias("matthew") ?? FIRST_PLACE.book;
    expect(nextPlace({ book: malachi, chapter: 4 })).toEqual({ book: matthew, chapter: 1 });
    expect(previousPlace({ book: matthew, chapter: 1 })).toEqual({ book: malachi, chapter: 4 });
  });
});

it("finds books by French short names, with and without a dot", () => {
  const short =
    "Gn Ex Lv Nb Dt Jos Jg Rt 1S 2S 1R 2R 1Ch 2Ch Esd Ne Est Jb Ps Pr Ec Ct Es Jr Lm Ez Dn Os Jl Am Ab Jon Mi Na Ha So Ag Za Ml " +
    "Mt Mc Lc Jn Ac Rm 1Co 2Co Ga Ep Ph Col 1Th 2Th 1Tm 2Tm Tt Phm He Jc 1P 2P 1Jn 2Jn 3Jn Jd Ap";
  const names = short.split(" ");
  expect(names).toHaveLength(66);
  for (const write of [
    (name: string) => name,
    (name: string) => `${name}.`,
    (name: string) => name.replace(/^\d/, "$& "),
  ]) {
    const books = names.map((name) => readTypedReference(`${write(name)} 1`)?.book.id);
    expect(books).toEqual(BIBLE_BOOKS.map(({ id }) => id));
  }
});

describe("parseReference", () => {
  it.each([
    ["John 3", "john 3"],
    ["1 samuel 3:10", "1samuel 3:10"],
    ["1samuel 3", "1samuel 3"],
    ["songofsolomon 2", "songofsolomon 2"],
    ["JHN 3:16-18", "john 3:16-18"],
    ["Jude 1", "jude 1"],
    ["Jude 5", "jude 1:5"],
    ["Philemon 1:6", "philemon 1:6"],
    ["3 John 1", "3john 1"],
    ["Ésaïe 40.31", "isaiah 40:31"],
  ])("reads %s as %s", (text, expected) => {
    expect(inWords(parseReference(text))).toBe(expected);
  });

  it.each([
    ["John 3;DROP", "syntax"],
    ["", "syntax"],
    ["John", "syntax"],
    ["../../etc/passwd", "syntax"],
    [`John ${"3".repeat(80)}`, "syntax"],
    ["John 3-4", "chapters"],
    ["John 999", "unknown"],
    ["John 0", "unknown"],
    ["Hezekiah 3", "unknown"],
    ["Jude 2:1", "unknown"],
    ["John 3:16-2", "unknown"],
  ])("rejects %s: %s", (text, fault) => {
    expect(parseReference(text)).toBe(fault);
  });
});

describe("readTypedReference", () => {
  it.each([
    ["1ère Corinthiens 13:4", "1corinthians 13:4"],
    ["2e Rois 4", "2kings 4"],
    ["Ier Samuel 3", "1samuel 3"],
    ["Deuxième épître aux Corinthiens 5, 17", "2corinthians 5:17"],
    ["1ère lettre de Jean 4.8", "1john 4:8"],
    ["Jn 3.16-18", "john 3:16-18"],
    ["john 3 16", "john 3:16"],
    ["jn3:16", "john 3:16"],
    ["ps 119:1-8,105", "psalms 119:1-8"],
    ["1samuel 3", "1samuel 3"],
    ["II Cor 5v17", "2corinthians 5:17"],
    ["Matt 5:3-12; Luke 6:20-23", "matthew 5:3-12"],
    ["Philemon 6", "philemon 1:6"],
    ["Jean 3.16", "john 3:16"],
    ["1 Rois 3", "1kings 3"],
    ["Ap 22.21", "revelation 22:21"],
    ["Rom 8, 28", "romans 8:28"],
    ["Apoc 3", "revelation 3"],
    ["Ep 2", "ephesians 2"],
    ["1 Jean 4", "1john 4"],
    // With the name of a version.
    ["John 3:16 KJV", "john 3:16"],
    ["john 3:16 (kjv)", "john 3:16"],
    ["John 3:16, New International Version", "john 3:16"],
    ["John 3:16 in the King James Version", "john 3:16"],
    ["Jean 3:16-18 LSG 1910", "john 3:16-18"],
    ["Psaume 23 (Louis Segond)", "psalms 23"],
    ["psalm 23 niv", "psalms 23"],
    ["Ps 23 BDC", "psalms 23"],
    ["KJV: John 3:16", "john 3:16"],
    // Between signs, and with signs that only look like the usual ones.
    ["John 3:16.", "john 3:16"],
    ["(John 3:16)", "john 3:16"],
    ["« Jean 3.16 »", "john 3:16"],
    ["[Jn 3:16];", "john 3:16"],
    ["— John 3:16", "john 3:16"],
    ["John 3:16—18", "john 3:16-18"],
    ["John 3:16\u201118", "john 3:16-18"],
    ["1\u2011Samuel 3:10", "1samuel 3:10"],
    ["John 3:16\u221218", "john 3:16-18"],
    ["John\u00a03\u2236\u200b16", "john 3:16"],
    ["Ｊｏｈｎ ３：１６", "john 3:16"],
    ["John 3:16 — For God so loved the world", "john 3:16"],
    // Beyond a chapter, and parts of verses.
    ["Gen 1:1-2:3", "genesis 1:1"],
    ["Gn 1,1–2,4a", "genesis 1:1"],
    ["Genesis 1:1 – Genesis 2:3", "genesis 1:1"],
    ["1 Sam 3:1 - 2 Sam 1:1", "1samuel 3:1"],
    ["Matthew 5-7", "matthew 5"],
    ["John 3:16-3:18", "john 3:16-18"],
    ["Rom 8:28ff.", "romans 8:28"],
    ["Is 53:4b-6a", "isaiah 53:4-6"],
    ["Jn 3,16.18", "john 3:16"],
    ["John 3:16 and 18", "john 3:16"],
    ["John 3:16; Romans 8:28", "john 3:16"],
    // As spoken.
    ["John chapter 3 verse 16", "john 3:16"],
    ["john chapter 3, verses 16 to 18", "john 3:16-18"],
    ["The Gospel of John, chapter 3, verses 16 through 18", "john 3:16-18"],
    ["Jean chapitre 3 verset 16", "john 3:16"],
    ["Jean chapitre 3, du verset 16 au verset 18", "john 3:16-18"],
    ["Évangile selon saint Jean chap. 3 v. 16", "john 3:16"],
    ["le livre d'Isaïe chapitre 53", "isaiah 53"],
    ["Première épître aux Corinthiens chapitre 13", "1corinthians 13"],
    ["the first letter of John chapter 4", "1john 4"],
    ["Second Timothy chapter 3 verse 16", "2timothy 3:16"],
    ["1 Ch 3", "1chronicles 3"],
    ["II Ch 7:14", "2chronicles 7:14"],
    ["Ésaïe ch. 53, v. 5", "isaiah 53:5"],
    ["Genèse 1 au verset 3", "genesis 1:3"],
    ["Luke chapter 15 from verse 11 to verse 32", "luke 15:11-32"],
    ["Jude verse 3", "jude 1:3"],
    ["the 23rd Psalm", "psalms 23"],
    ["Psaume n° 23", "psalms 23"],
    // Alternative names.
    ["Isaïe 53", "isaiah 53"],
    ["Ésaïe 53.5", "isaiah 53:5"],
    ["Actes des Apôtres 2.38", "acts 2:38"],
    ["Habaquq 2:4", "habakkuk 2:4"],
    ["1. Pierre 5:7", "1peter 5:7"],
  ])("reads %s as %s", (text, expected) => {
    expect(inWords(readTypedReference(text))).toBe(expected);
  });

  it.each([
    "acts of faith",
    "mark of the beast",
    "job",
    "ruth",
    "Is there",
    "fear not",
    "Genesis 60",
    "7 churches",
    "mark 5 people",
    "the 12 apostles",
    "l'Éternel est mon berger",
    "King James Version",
  ])("returns null for the search words %s", (text) => {
    expect(readTypedReference(text)).toBeNull();
  });
});
