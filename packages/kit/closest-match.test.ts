import { assert, nat, property, string } from "fast-check";
import { expect, it } from "vitest";
import { editDistance } from "./closest-match.ts";

it.each([
  ["healing", "healing", 0],
  ["heling", "healing", 1],
  ["heealing", "healing", 1],
  ["haeling", "healing", 1],
  ["wroship", "worship", 1],
  ["profetie", "prophetie", 2],
  ["a", "", 1],
  ["", "", 0],
  ["grace", "faith", 3],
])("counts the steps from %j to %j (%i) up to three", (from, to, steps) => {
  expect(editDistance(from, to, 2)).toBe(steps);
  expect(editDistance(to, from, 2)).toBe(steps);
});

it("counts at most one step for a changed letter and none for the same word", () => {
  assert(
    property(string({ maxLength: 30 }), nat(29), (word, place) => {
      expect(editDistance(word, word, 2)).toBe(0);
      const changed = `${word.slice(0, place)}#${word.slice(place + 1)}`;
      expect(editDistance(word, changed, 2)).toBeLessThanOrEqual(1);
    }),
  );
});

it("compares words of any length, after shorter and before shorter ones", () => {
  const long = "a".repeat(300);
  expect(editDistance(long, `${long}bc`, 2)).toBe(2);
  expect(editDistance(`${long}bcd`, long, 2)).toBe(3);
  expect(editDistance("abc", "acb", 2)).toBe(1);
});
