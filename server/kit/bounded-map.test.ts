import { expect, test } from "vitest";
import { createBoundedMap } from "./bounded-map.ts";

test("one more than fits makes the one go that was set longest ago", () => {
  const map = createBoundedMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  map.set("c", 4);
  expect([...map.keys()]).toEqual(["a", "c"]);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([3, undefined, 4]);
});

test("what is deleted leaves its place to another", () => {
  const map = createBoundedMap<string, number>(2);
  for (const key of ["a", "b"]) map.set(key, 1);
  map.delete("b");
  map.set("c", 1);
  expect([...map.keys()]).toEqual(["a", "c"]);
});
