import { expect, it, vi } from "vitest";
import { memoize } from "./memoize.ts";

it("returns a known result without computing it again", () => {
  const shout = vi.fn((text: string) => text.toUpperCase());
  const remembered = memoize(shout, 2);
  expect([remembered("a"), remembered("a"), remembered("b")]).toEqual(["A", "A", "B"]);
  expect(shout).toHaveBeenCalledTimes(2);
});

it("stays below its limit, and stays right", () => {
  const shout = vi.fn((text: string) => text.toUpperCase());
  const remembered = memoize(shout, 2);
  expect(["a", "b", "c", "c", "a"].map(remembered)).toEqual(["A", "B", "C", "C", "A"]);
  expect(shout).toHaveBeenCalledTimes(4);
});

it("does not store a long text", () => {
  const measure = vi.fn((text: string) => text.length);
  const remembered = memoize(measure, 2);
  const long = "a".repeat(201);
  expect([remembered(long), remembered(long)]).toEqual([201, 201]);
  expect(measure).toHaveBeenCalledTimes(2);
});
