import { assert, jsonValue, property } from "fast-check";
import { expect, it } from "vitest";
import { scriptJson } from "./script-json.domain.ts";

it.each([
  ["the element's end", "</script>", '"\\u003c/script>"'],
  ["a comment's begin", "<!--", '"\\u003c!--"'],
  ["the line separators of Unicode", "a\u2028b\u2029c", '"a\\u2028b\\u2029c"'],
  ["what needs no care", "a > b & 'c'", "\"a > b & 'c'\""],
])("escapes %s so that no browser acts on it", (_, text, expected) => {
  expect(scriptJson(text)).toBe(expected);
});

it("round-trips a value", () => {
  assert(
    property(jsonValue(), (value) => {
      const text = scriptJson(value);
      expect(text).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
