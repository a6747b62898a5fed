import { expect, it } from "vitest";
import { type GridMove, moveInGrid, remoteAction } from "./remote-control.domain.ts";

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

it.each([
  ["Samsung Tizen", 10009],
  ["LG webOS", 461],
  ["others", 8],
  ["a keyboard", 27],
])("Back of %s has code %i", (_maker, keyCode) => {
  expect(remoteAction(undefined, keyCode)).toBe("back");
});

it.each([
  [415, "play"],
  [19, "pause"],
  [413, "stop"],
  [417, "forward"],
  [412, "rewind"],
  [10252, "toggle"],
  [37, "left"],
  [38, "up"],
  [39, "right"],
  [40, "down"],
  [13, "ok"],
  [33, "next-channel"],
  [428, "previous-channel"],
])("code %i means %s", (keyCode, action) => {
  expect(remoteAction(undefined, keyCode)).toBe(action);
});

it("prefers a name to a code, because codes differ between makers", () => {
  expect(remoteAction("MediaPlayPause", 19)).toBe("toggle");
  expect(remoteAction("Unidentified", 461)).toBe("back");
});

it("ignores other keys", () => {
  expect(remoteAction("a", 65)).toBeNull();
  expect(remoteAction("constructor", 0)).toBeNull();
});
