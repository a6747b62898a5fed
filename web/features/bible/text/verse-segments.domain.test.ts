import { expect, it } from "vitest";
import { footnotesOf, linesOf, rangesWithin } from "./verse-segments.domain.ts";

const TEXT = "The first line, the second line.";
const words = ({ from, to }: { from: number; to: number }): string => TEXT.slice(from, to);

it("prose is one line", () => {
  expect(linesOf({ verse: 1, text: TEXT })).toEqual([
    { level: 0, segments: [{ from: 0, to: TEXT.length, footnotes: [] }] },
  ]);
});

it("poetry is split where its lines begin, in any order", () => {
  const lines = linesOf({
    verse: 1,
    text: TEXT,
    lines: [
      { at: 16, level: 2 },
      { at: 0, level: 1 },
    ],
  });
  expect(lines.map(({ level }) => level)).toEqual([1, 2]);
  expect(lines.map(({ segments }) => segments.map(words).join("|"))).toEqual([
    "The first line, ",
    "the second line.",
  ]);
});

it("notes follow their words, with letters in their order", () => {
  const verse = {
    verse: 1,
    text: TEXT,
    footnotes: [
      { at: 32, text: "Or: row." },
      { at: 9, text: "Or: former." },
    ],
  };
  expect(footnotesOf(verse).map(({ letter, text }) => `${letter} ${text}`)).toEqual([
    "a Or: former.",
    "b Or: row.",
  ]);
  const [line] = linesOf(verse);
  expect(line?.segments.map((each) => [words(each), each.footnotes.map((n) => n.letter)])).toEqual([
    ["The first", ["a"]],
    [" line, the second line.", ["b"]],
  ]);
});

it("a note or a line outside of the text loses no word", () => {
  const lines = linesOf({
    verse: 1,
    text: TEXT,
    lines: [{ at: 4, level: 1 }],
    footnotes: [
      { at: 999, text: "far" },
      { at: -5, text: "before" },
    ],
  });
  const segments = lines.flatMap((line) => line.segments);
  expect(segments.map(words).join("")).toBe(TEXT);
  expect(segments.flatMap(({ footnotes }) => footnotes.map(({ text }) => text))).toEqual([
    "before",
    "far",
  ]);
});

it("ranges are clipped to their segment", () => {
  const ranges = [
    [0, 3],
    [2, 20],
    [30, 40],
  ] as const;
  expect(
    rangesWithin(
      ranges.map(([from, to]) => [from, to]),
      { from: 2, to: 10 },
    ),
  ).toEqual([
    [0, 1],
    [0, 8],
  ]);
});
