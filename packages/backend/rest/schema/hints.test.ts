import { expect, it } from "vitest";
import { closestName } from "./hints.domain.ts";

it.each([
  ["projectx", "projects"],
  ["PROJECTS", "projects"],
  ["projecxx", "projects"],
  ["projxxxx", null],
  ["", null],
  ["p".repeat(500), null],
])("matches %j with %j when three characters of four are equal", (wanted, expected) => {
  expect(closestName(["clients", "projects"], wanted, 0.75)).toBe(expected);
});

it("returns null without names", () => {
  expect(closestName([], "posts", 0.33)).toBe(null);
});
