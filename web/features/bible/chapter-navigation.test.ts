import { expect, it } from "vitest";
import { maySwipe, swipeTarget } from "./chapter-navigation.ts";

it.each([
  ["far to the left", { x: -120, y: 10 }, "next"],
  ["far to the right", { x: 120, y: -10 }, "previous"],
  ["a little", { x: -60, y: 0 }, null],
  ["down the page", { x: -20, y: 300 }, null],
  ["aslant", { x: -120, y: 60 }, null],
  ["nowhere", { x: 0, y: 0 }, null],
])("a finger moving %s (%j) opens %s", (_how, to, target) => {
  expect(swipeTarget({ x: 0, y: 0 }, to)).toBe(target);
});

it.each([
  ["in the middle", { x: 180, width: 360, scale: 1 }, true],
  ["at the left edge, where the system goes back", { x: 10, width: 360, scale: 1 }, false],
  ["at the right edge", { x: 350, width: 360, scale: 1 }, false],
  ["on an enlarged page, which it moves", { x: 180, width: 360, scale: 2 }, false],
])("a touch that starts %s (%j) may turn the page: %s", (_where, place, may) => {
  expect(maySwipe(place)).toBe(may);
});
