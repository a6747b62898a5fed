import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Box, type Direction, nextBox } from "./spatial-focus.domain.ts";

function box(left: number, top: number, width = 100, height = 100): Box {
  return { left, top, right: left + width, bottom: top + height };
}

/** Two rows of three cards, and a wide button below them. */
const PAGE = [
  box(0, 0),
  box(120, 0),
  box(240, 0),
  box(0, 120),
  box(120, 120),
  box(240, 120),
  box(0, 240, 340, 40),
];

it.each<[number, Direction, number]>([
  [0, "right", 1],
  [1, "right", 2],
  [2, "right", -1],
  [4, "left", 3],
  [3, "left", -1],
  [1, "down", 4],
  [5, "up", 2],
  [0, "up", -1],
  [5, "down", 6],
  [6, "down", -1],
  [6, "up", 4],
])("from box %i %s leads to %i", (from, direction, expected) => {
  const origin = PAGE[from] ?? box(0, 0);
  expect(nextBox(origin, PAGE, direction)).toBe(expected);
});

it("left and right stay in the row; up and down reach boxes outside it", () => {
  expect(nextBox(box(0, 0), [box(200, 300)], "right")).toBe(-1);
  expect(nextBox(box(0, 0), [box(200, 300)], "down")).toBe(0);
});

it("a near box to the side wins over a far one in line", () => {
  expect(nextBox(box(0, 0), [box(0, 900), box(110, 120)], "down")).toBe(1);
});

it("boxes that overlap slightly are neighbours", () => {
  expect(nextBox(box(0, 0), [box(90, 0)], "right")).toBe(0);
});

it("a box around the origin is no neighbour", () => {
  expect(nextBox(box(100, 100), [box(0, 0, 400, 400)], "right")).toBe(-1);
});

const boxes = fc
  .record({
    left: fc.integer({ min: 0, max: 2000 }),
    top: fc.integer({ min: 0, max: 2000 }),
    width: fc.integer({ min: 10, max: 400 }),
    height: fc.integer({ min: 10, max: 400 }),
  })
  .map(({ left, top, width, height }) => box(left, top, width, height));

it("one direction never moves in a circle", () => {
  const directions = fc.constantFrom<Direction>("up", "down", "left", "right");
  fc.assert(
    fc.property(fc.array(boxes, { minLength: 1, maxLength: 20 }), directions, (all, direction) => {
      let place = 0;
      let steps = 0;
      for (let from = all[place]; from; from = all[place]) {
        place = nextBox(from, all, direction);
        steps++;
        expect(steps).toBeLessThanOrEqual(all.length);
      }
    }),
  );
});
