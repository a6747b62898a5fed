import { expect, it } from "vitest";
import { formatRanges, selectedRanges } from "./verse-ranges.domain.ts";

it.each([
  ["nothing", [], [1, 2, 3], ""],
  ["one verse", [2], [1, 2, 3], "2"],
  ["adjacent verses, tapped in any order", [3, 1, 2], [1, 2, 3, 4], "1-3"],
  ["verses apart", [1, 3, 4, 6], [1, 2, 3, 4, 5, 6], "1, 3-4, 6"],
  ["verses around one that the text does not have", [36, 38], [36, 38, 39], "36-38"],
  ["a verse that is not in the chapter", [9], [1, 2], ""],
])("%s", (_, chosen, chapter, name) => {
  expect(formatRanges(selectedRanges(new Set(chosen), chapter))).toBe(name);
});
