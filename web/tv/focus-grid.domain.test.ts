import { expect, it } from "vitest";
import { type GridMove, moveInGrid } from "./focus-grid.domain.ts";

const LENGTHS = [2, 2, 12, 3];

it.each<[string, [number, number], GridMove, [number, number]]>([
  ["right to the next card", [2, 0], "right", [2, 1]],
  ["left to the card before", [2, 5], "left", [2, 4]],
  ["left at the beginning stays", [2, 0], "left", [2, 0]],
  ["right at the end stays", [2, 11], "right", [2, 11]],
  ["up at the top stays", [0, 1], "up", [0, 1]],
  ["down at the bottom stays", [3, 2], "down", [3, 2]],
  ["down to a row that was never entered", [1, 1], "down", [2, 0]],
])("%s", (_sentence, [row, column], move, [expectedRow, expectedColumn]) => {
  expect(moveInGrid(LENGTHS, [], { row, column }, move)).toEqual({
    row: expectedRow,
    column: expectedColumn,
  });
});

it("enters a row at the column where it was left", () => {
  const leftAt = [undefined, undefined, 7];
  expect(moveInGrid(LENGTHS, leftAt, { row: 3, column: 1 }, "up")).toEqual({ row: 2, column: 7 });
});

it("enters a row that has become shorter at its end", () => {
  expect(moveInGrid([2, 3], [0, 9], { row: 0, column: 0 }, "down")).toEqual({ row: 1, column: 2 });
});
