import { expect, it } from "vitest";
import { readSpecMap } from "./ids/spec-map.ts";

/** Items per section of the specification, counted line by line; a lost row shows as a difference. */
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

it("every item of the specification has one row, in order", () => {
  const expected = [...ITEMS_BY_SECTION].flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `S${section}.${index + 1}`),
  );
  expect(map.items.map(({ id }) => id)).toEqual(expected);
});

it("every item is shown by a test, whose title carries its id", () => {
  const unshown = map.items.filter(({ tests }) => tests.length === 0);
  expect(unshown.map(({ id, sentence }) => `${id} ${sentence}`)).toEqual([]);
});

it("no title carries the id of an item that there is not", () => {
  expect(map.strays).toEqual([]);
});
