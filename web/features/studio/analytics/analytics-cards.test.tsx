import { expect, it } from "vitest";
import { barsOf, highest, valuesOf } from "./analytics-cards.tsx";

const SLOTS = ["2026-11-21T22:00:00Z", "2026-11-22T22:00:00Z", "2026-11-23T22:00:00Z"];
const CELLS = [
  { key: "play", at: "2026-11-22T00:00:00+02:00", value: 12 },
  { key: "play", at: "2026-11-23T22:00:00+00:00", value: null },
  { key: "page", at: "2026-11-22T22:00:00Z", value: 7 },
];

it("returns a value for every slot: 0 for none and null for a count that is too small", () => {
  expect(valuesOf({ slots: SLOTS }, CELLS, "play")).toEqual([12, 0, null]);
  expect(valuesOf({ slots: SLOTS }, CELLS, "devotional")).toEqual([0, 0, 0]);
});

it("scales bars to the highest value", () => {
  expect(barsOf([10, 0, null, 5])).toEqual([
    { left: 0, width: 0.2, height: 1 },
    { left: 0.75, width: 0.2, height: 0.5 },
  ]);
  expect(barsOf([0, null])).toEqual([]);
  expect([highest([]), highest([null, 3])]).toEqual([0, 3]);
});
