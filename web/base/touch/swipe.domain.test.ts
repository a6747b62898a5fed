import { expect, it } from "vitest";
import { swipeTarget } from "./swipe.domain.ts";

it.each([
  ["far to the left", { x: -120, y: 10 }, "next"],
  ["far to the right", { x: 120, y: -10 }, "previous"],
  ["a little", { x: -60, y: 0 }, null],
  ["down the page", { x: -20, y: 300 }, null],
  ["aslant", { x: -120, y: 60 }, null],
  ["nowhere", { x: 0, y: 0 }, null],
])("a finger that goes %s (%j) leads to %s", (_how, to, target) => {
  expect(swipeTarget({ x: 0, y: 0 }, to)).toBe(target);
});
