import { expect, it } from "vitest";
import { closestName } from "./closest-name.domain.ts";

it.each([
  ["projectx", "projects"],
  ["PROJECTS", "projects"],
  ["projecxx", "projects"],
  ["projxxxx", null],
  ["", null],
  ["p".repeat(500), null],
])("%j is near to %j, three characters of four must be right", (wanted, expected) => {
  expect(closestName(["clients", "projects"], wanted, 0.75)).toBe(expected);
});

it("nothing is near to no names", () => {
  expect(closestName([], "posts", 0.33)).toBe(null);
});
