import { expect, it } from "vitest";
import { moveUpChanges } from "./move-up.domain.ts";

const listed = (...positions: (number | undefined)[]) =>
  positions.map((position, index) => ({ id: "abc"[index] ?? "", version: index, position }));
const places = (list: ReturnType<typeof listed>, id: string) =>
  moveUpChanges("channel", list, id, ({ position }) => position).map((change) => [
    change.id,
    change.changes["position"],
  ]);

it("moves an item up by one and numbers all items that have no position", () => {
  expect(places(listed(undefined, undefined, undefined), "c")).toEqual([
    ["a", 0],
    ["c", 1],
    ["b", 2],
  ]);
});

it("publishes changed positions only, each with its version", () => {
  expect(moveUpChanges("channel", listed(0, 1, 2), "b", ({ position }) => position)).toEqual([
    { kind: "channel", id: "b", changes: { position: 0 }, baseVersion: 1 },
    { kind: "channel", id: "a", changes: { position: 1 }, baseVersion: 0 },
  ]);
});

it("does not move the first item or an unknown one", () => {
  expect(places(listed(0, 1, 2), "a")).toEqual([]);
  expect(places(listed(0, 1, 2), "d")).toEqual([]);
});
