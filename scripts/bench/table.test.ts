import { expect, it } from "vitest";
import { markdownTable, median } from "./table.ts";

it("makes columns as wide as their widest cell", () => {
  expect(
    markdownTable([
      ["name", "ms"],
      ["a", 1200],
    ]),
  ).toBe("| name | ms   |\n| ---- | ---- |\n| a    | 1200 |");
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[], Number.NaN],
])("finds the median of %j: %d", (values, expected) => {
  expect(median(values)).toBe(expected);
});
