import { expect, test } from "vitest";
import { matchesIfNoneMatch } from "./etag.ts";

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
  expect(matchesIfNoneMatch(header, '"a"')).toBe(expected);
});
