import { describe, expect, test } from "vitest";
import {
  findReferences,
  quotedVersions,
  referenceAddress,
  referenceText,
} from "./scripture.domain.ts";

const read = (text: string) =>
  findReferences(text).map(
    ({ text: words, reference }) =>
      `${words} = ${reference === null ? "none" : referenceText(reference, "en")}`,
  );

describe("references in a text", () => {
  test.each([
    ["Read John 3:16 tonight.", ["John 3:16 = John 3:16"]],
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
  ])("%j holds %j", (text, found) => {
    expect(read(text)).toEqual(found);
  });

  test.each([
    "Acts of faith, and the mark of the beast",
    "I am 30 years old",
    "Is 5 enough? Am 3 of them?",
    "at 10:30 on page 3",
    "job 3 was hard",
    "the service begins at 16:00",
    "",
  ])("%j holds none", (text) => {
    expect(read(text)).toEqual([]);
  });

  test("says where it stands", () => {
    const text = "He reads 1 John 4:8 aloud";
    const [found] = findReferences(text);
    expect(text.slice(found?.from, found?.to)).toBe("1 John 4:8");
  });

  test("a long text without any is read in no time worth speaking of", () => {
    expect(findReferences("x".repeat(20_000))).toEqual([]);
    expect(findReferences("1 a ".repeat(5_000))).toEqual([]);
    expect(findReferences("John ".repeat(4_000))).toEqual([]);
  });
});

test("a reference leads to its place in our Bible", () => {
  const [found] = findReferences("1 Corinthiens 13:4-7");
  expect(found?.reference && referenceAddress(found.reference)).toBe(
    "/bible?book=1corinthians&chapter=13&verse=4",
  );
  expect(found?.reference && referenceText(found.reference, "fr")).toBe("1 Corinthiens 13:4-7");
});

test.each([
  ["“For God so loved…” — John 3:16 (KJV)", ["KJV"]],
  ["a (NIV) and b, NLT", ["NIV", "NLT"]],
  ["NIVEA, kjv, (LSG)", []],
])("%j quotes %j", (text, versions) => {
  expect(quotedVersions(text).map(({ abbreviation }) => abbreviation)).toEqual(versions);
});
