import { describe, expect, it } from "vitest";
import { passageAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import { findReferences, quotedVersions, referenceText } from "./scripture.domain.ts";

const read = (text: string) =>
  findReferences(text).map(
    ({ text: words, reference }) =>
      `${words} = ${reference === null ? "none" : referenceText(reference, "en")}`,
  );

describe("findReferences", () => {
  it.each([
    ["Read John 3:16 tonight.", ["John 3:16 = John 3:16"]],
    [
      "Lisez 1ère Corinthiens 13:4, puis la 1ère lettre de Jean 4.8.",
      ["1ère Corinthiens 13:4 = 1 Corinthians 13:4", "1ère lettre de Jean 4.8 = 1 John 4:8"],
    ],
    [
      "in 1 John 4:8, and II Cor 5:17",
      ["1 John 4:8 = 1 John 4:8", "II Cor 5:17 = 2 Corinthians 5:17"],
    ],
    [
      "Lisez Jean 3.16-18 et Ésaïe 40:31.",
      ["Jean 3.16-18 = John 3:16-18", "Ésaïe 40:31 = Isaiah 40:31"],
    ],
    [
      "Actes 2, 38 puis Cantique des cantiques 2:4",
      ["Actes 2, 38 = Acts 2:38", "Cantique des cantiques 2:4 = Song of Solomon 2:4"],
    ],
    ["Psalm 23 and Psaume 91", ["Psalm 23 = Psalms 23", "Psaume 91 = Psalms 91"]],
    ["Jn 3:16; Rm 8.28", ["Jn 3:16 = John 3:16", "Rm 8.28 = Romans 8:28"]],
    ["Jude 5 (one chapter)", ["Jude 5 = Jude 1:5"]],
    ["Genesis 60:1 and John 30:2", ["Genesis 60:1 = none", "John 30:2 = none"]],
    ["— Jérémie 29:11 (LSG)", ["Jérémie 29:11 = Jeremiah 29:11"]],
    ["Matt 5:3–12", ["Matt 5:3–12 = Matthew 5:3-12"]],
    ["Jn 3.16, Ps 51:3", ["Jn 3.16 = John 3:16", "Ps 51:3 = Psalms 51:3"]],
    [
      "1 Co 13,4-7 et 1Co 1:9",
      ["1 Co 13,4-7 = 1 Corinthians 13:4-7", "1Co 1:9 = 1 Corinthians 1:9"],
    ],
    ["És 40.31 ; Éz 36, 26", ["És 40.31 = Isaiah 40:31", "Éz 36, 26 = Ezekiel 36:26"]],
    ["Is 53:5 and So 3.17.", ["Is 53:5 = Isaiah 53:5", "So 3.17 = Zephaniah 3:17"]],
    ["Ézéch. 36:26, Apoc. 3.20", ["Ézéch. 36:26 = Ezekiel 36:26", "Apoc. 3.20 = Revelation 3:20"]],
    ["1 Pi 5.7; 2 Tim. 1:7", ["1 Pi 5.7 = 1 Peter 5:7", "2 Tim. 1:7 = 2 Timothy 1:7"]],
    ["Héb\u00a011\u202f: 1", ["Héb\u00a011\u202f: 1 = Hebrews 11:1"]],
    [
      "John 3 verse 16, Psaume 23 v. 4",
      ["John 3 verse 16 = John 3:16", "Psaume 23 v. 4 = Psalms 23:4"],
    ],
    ["Gen 1:1-2:3 begins in one chapter", ["Gen 1:1 = Genesis 1:1"]],
    ["the service at 10:30 reads John 3:16", ["John 3:16 = John 3:16"]],
  ])("finds in %j: %j", (text, found) => {
    expect(read(text)).toEqual(found);
  });

  it.each([
    "Acts of faith, and the mark of the beast",
    "I am 30 years old",
    "Is 5 enough? Am 3 of them?",
    "at 10:30 on page 3",
    "job 3 was hard",
    "Mark 5 people, John 30 years, Luc 12 ans",
    "Is 5.5 enough? So 3.2 million came",
    "with Mark 10:30 pm, avec Marc 10:30 h",
    "Paris 10:30, Part 3:16, Route 66:1",
    "Bible31 John3:16 x1John 4:8",
    "the service begins at 16:00",
    "",
  ])("finds nothing in %j", (text) => {
    expect(read(text)).toEqual([]);
  });

  it("returns positions", () => {
    const text = "He reads 1 John 4:8 aloud";
    const [found] = findReferences(text);
    expect(text.slice(found?.from, found?.to)).toBe("1 John 4:8");
  });

  const named = (text: string) =>
    findReferences(text).map(({ name, from, to }) => `${text.slice(from, to)} = ${name}`);

  it.each([
    [
      "Jn 3:16, 18-20 et 36; 4.2",
      ["Jn 3:16 = Jn 3:16", "18-20 = Jn 3:18-20", "36 = Jn 3:36", "4.2 = Jn 4.2"],
    ],
    ["Rom 8:1 and 28 say", ["Rom 8:1 = Rom 8:1"]],
    ["Rom 8:1 & 28.", ["Rom 8:1 = Rom 8:1", "28 = Rom 8:28"]],
    [
      "John 3:16, 2 Corinthians 5:17",
      ["John 3:16 = John 3:16", "2 Corinthians 5:17 = 2 Corinthians 5:17"],
    ],
    ["John 3:16, 18 people came", ["John 3:16 = John 3:16"]],
    ["John 3:16, 2026", ["John 3:16 = John 3:16"]],
    ["John 3:16, 4", ["John 3:16 = John 3:16"]],
    ["Psalm 23, 24", ["Psalm 23, 24 = Psalm 23, 24"]],
    ["John 3:16; 99:1", ["John 3:16 = John 3:16"]],
  ])("reads the list %j", (text, found) => {
    expect(named(text)).toEqual(found);
  });

  it.each([
    ["Psaume 51:3", "fr"],
    ["Psalm 51:1", "en"],
    ["Ps 51:3", null],
    ["Jérémie 29:11", "fr"],
    ["Daniel 3:31", null],
    ["1 Jean 4:8", "fr"],
  ])("recognizes the language of %j: %s", (text, language) => {
    expect(findReferences(text)[0]?.language).toBe(language);
  });

  it.each([
    "x",
    "1 a ",
    "John ",
    "John 3:16, ",
    "1 John 3:",
    "A.".repeat(20),
    "I I ",
    "Ps 1:1,2,3",
  ])("reads 100 kB of %j in bounded time", (piece) => {
    const from = performance.now();
    findReferences(piece.repeat(100_000 / piece.length));
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});

describe("reference links", () => {
  it.each([
    ["1 Corinthiens 13:4-7", "fr", "fr", "/bible?book=1corinthians&chapter=13&verse=4"],
    ["Psaumes 51:3", "fr", "fr", "/bible?book=psalms&chapter=51&verse=3"],
    ["Psaumes 51:3", "fr", "en", "/bible?book=psalms&chapter=51&verse=1"],
    ["Psalm 51:1", "en", "fr", "/bible?book=psalms&chapter=51&verse=3"],
    ["Malachi 4:2", "en", "fr", "/bible?book=malachi&chapter=4&verse=2"],
    ["Joel 2:28", "en", "fr", "/bible?book=joel&chapter=2&verse=28"],
    ["Psalm 51", "en", "fr", "/bible?book=psalms&chapter=51"],
  ] as const)("%j, written in %s, on a page in %s: %s", (text, writtenIn, page, address) => {
    const [found] = findReferences(text);
    expect(found?.reference && passageAddress(found.reference, { writtenIn, page })).toBe(address);
  });

  it("use the book's name in the page's language", () => {
    const [found] = findReferences("1 Corinthiens 13:4-7");
    expect(found?.reference && referenceText(found.reference, "fr")).toBe("1 Corinthiens 13:4-7");
  });
});

it.each([
  ["“For God so loved…” — John 3:16 (KJV)", ["KJV"]],
  ["a (NIV) and b, NLT", ["NIV", "NLT"]],
  ["NIVEA, kjv, (LSG)", []],
])("finds versions in %j: %j", (text, versions) => {
  expect(quotedVersions(text).map(({ abbreviation }) => abbreviation)).toEqual(versions);
});
