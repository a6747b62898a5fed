import { expect, it } from "vitest";
import { timeText } from "./seek-bar.ts";

it.each([
  [0, "0:00"],
  [5.9, "0:05"],
  [65, "1:05"],
  [3599, "59:59"],
  [3723, "1:02:03"],
  [-1, "0:00"],
  [Number.NaN, "0:00"],
  [Infinity, "0:00"],
])("formats %d s as %s", (seconds, expected) => {
  expect(timeText(seconds)).toBe(expected);
});
