import { expect, it } from "vitest";
import { createBoundedMap } from "./bounded-map.ts";

it("evicts the entry that was written least recently", () => {
  const map = createBoundedMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  map.set("c", 4);
  expect([...map.keys()]).toEqual(["a", "c"]);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([3, undefined, 4]);
});

it("frees room for another entry when one is deleted", () => {
  const map = createBoundedMap<string, number>(2);
  for (const key of ["a", "b"]) map.set(key, 1);
  map.delete("b");
  map.set("c", 1);
  expect([...map.keys()]).toEqual(["a", "c"]);
});
