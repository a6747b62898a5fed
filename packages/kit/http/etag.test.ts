import { expect, it } from "vitest";
import { matchesIfNoneMatch } from "./etag.ts";

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"x", "a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ["", false],
])("compares If-None-Match: %s with the current tag: %s", (header, expected) => {
  expect(matchesIfNoneMatch(header, '"a"')).toBe(expected);
});
