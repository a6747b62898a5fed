import { expect, it } from "vitest";
import { readSpecMap } from "./ids/spec-map.ts";

/** Items per section of the specification, counted by hand: a lost row shows as a difference. */
const ITEMS_BY_SECTION = new Map([
  [1, 16],
  [2, 127],
  [3, 23],
  [4, 37],
  [5, 19],
  [6, 8],
  [7, 41],
  [8, 24],
  [9, 26],
]);

const map = readSpecMap();

it("has one row for every item of the specification, in order", () => {
  const expected = [...ITEMS_BY_SECTION].flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `S${section}.${index + 1}`),
  );
  expect(map.items.map(({ id }) => id)).toEqual(expected);
});

it("has a test for every item, whose title carries the id", () => {
  const unshown = map.items.filter(({ tests }) => tests.length === 0);
  expect(unshown.map(({ id, sentence }) => `${id} ${sentence}`)).toEqual([]);
});

it("has no title with the id of an unknown item", () => {
  expect(map.strays).toEqual([]);
});
