import { expect, it } from "vitest";
import { csvText } from "./csv.domain.ts";

it.each([
  ["plain", "plain"],
  ["a, b", '"a, b"'],
  ['say "yes"', '"say ""yes"""'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["@SUM(A1,A2)", `"'@SUM(A1,A2)"`],
  ["-2+3", "'-2+3"],
  ["Guérison", "Guérison"],
])("writes %j as %s", (cell, written) => {
  expect(csvText([[cell, 12]])).toBe(`\uFEFF${written},12\r\n`);
});
