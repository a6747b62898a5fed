import { expect, test } from "vitest";
import { mapSpecification, readSpecMap } from "./ids/spec-map.ts";

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

test("every item of the specification has one row, in order", () => {
  const expected = [...ITEMS_BY_SECTION].flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `S${section}.${index + 1}`),
  );
  expect(map.items.map(({ id }) => id)).toEqual(expected);
});

test("every item is shown by a test, whose title carries its id", () => {
  const unshown = map.items.filter(({ tests }) => tests.length === 0);
  expect(unshown.map(({ id, sentence }) => `${id} ${sentence}`)).toEqual([]);
});

test("no title carries the id of an item that there is not", () => {
  expect(map.strays).toEqual([]);
});

test("planted faults are found: an item that no title carries, a title with an unknown id", () => {
  const items = [
    { id: "S1.1", sentence: "One" },
    { id: "S1.2", sentence: "Two" },
  ];
  const [shown, stray] = ["shows one (R-01, S1.1)", "shows more (S1.3)"].map((title) => ({
    file: "x.test.ts",
    title,
    groups: [],
  }));
  const planted = mapSpecification(
    items,
    [shown, stray].filter((title) => title !== undefined),
  );
  expect(planted.items.map(({ tests }) => tests)).toEqual([[shown], []]);
  expect(planted.strays).toEqual(['x.test.ts: "shows more (S1.3)" carries S1.3']);
});
