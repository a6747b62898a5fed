import { expect, test } from "vitest";
import { isSameCopy } from "./validators.ts";

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"x", "a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ["", false],
])("a visitor who sends If-None-Match: %s is up to date: %s", (header, expected) => {
  expect(isSameCopy(header, '"a"')).toBe(expected);
});
