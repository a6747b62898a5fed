import { expect, it, describe } from "vitest";
import {
  moveUpChanges,
  applyChanges,
  changeField,
  changesBetween,
  conflictsOf,
  isSame,
  keepLocal,
  NO_PATCH,
  rebase,
  withoutFields,
} from "./merge.domain.ts";
import { assert, constantFrom, dictionary, jsonValue, property } from "fast-check";

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

const BASE = { name: "Reign TV", phone: "+263 4", links: { give: "https://give.example" } };

describe("a change", () => {
  it("stores the previous value and keeps it during further edits", () => {
    const first = changeField(NO_PATCH, BASE, "name", "Reign");
    const second = changeField(first, { ...BASE, name: "Theirs" }, "name", "Reign T");
    expect(second).toEqual({ changes: { name: "Reign T" }, before: { name: "Reign TV" } });
  });

  it("is dropped when the field has its previous value again", () => {
    const changed = changeField(NO_PATCH, BASE, "name", "Reign");
    expect(changeField(changed, BASE, "name", "Reign TV")).toEqual(NO_PATCH);
    expect(changeField(NO_PATCH, BASE, "absent", undefined)).toEqual(NO_PATCH);
  });

  it("removes a field from the document by null", () => {
    const gone = changeField(NO_PATCH, BASE, "phone", undefined);
    expect(gone.changes).toEqual({ phone: null });
    expect(applyChanges(BASE, gone.changes)).toEqual({ name: BASE.name, links: BASE.links });
  });

  it("of a missing field causes no conflict with an unchanged document", () => {
    const added = changeField(NO_PATCH, BASE, "email", "a@b.example");
    expect(conflictsOf(added, BASE)).toEqual([]);
    // The device stores JSON, which has no undefined.
    expect(conflictsOf(JSON.parse(JSON.stringify(added)), BASE)).toEqual([]);
  });
});

describe("two users", () => {
  const local = changeField(changeField(NO_PATCH, BASE, "name", "Mine"), BASE, "phone", "1");

  it.each([
    ["theirs first", { ...BASE, links: {} }],
    ["the same change", { ...BASE, name: "Mine" }],
  ])("have no conflict in other fields or with equal values: %s", (_order, remote) => {
    expect(conflictsOf(local, remote)).toEqual([]);
  });

  it("see both values when they changed the same field", () => {
    const remote = { ...BASE, name: "Theirs", links: {} };
    expect(conflictsOf(local, remote)).toEqual([
      { field: "name", remote: "Theirs", local: "Mine" },
    ]);
    expect(conflictsOf(local, { ...remote, phone: "1" })).toHaveLength(1);
  });

  it("see that the other user removed a field", () => {
    const { name: _name, ...remote } = BASE;
    expect(conflictsOf(local, remote)).toEqual([
      { field: "name", remote: undefined, local: "Mine" },
    ]);
  });

  it("keep the local value as a change and accept the remote one", () => {
    const remote = { ...BASE, name: "Theirs" };
    const rebased = keepLocal(local, remote, "name");
    expect(conflictsOf(rebased, remote)).toEqual([]);
    expect(applyChanges(remote, rebased.changes)).toMatchObject({ name: "Mine", phone: "1" });
    expect(withoutFields(local, ["name"]).changes).toEqual({ phone: "1" });
  });

  it("drops changes that both made", () => {
    expect(rebase(local, { ...BASE, name: "Mine" }).changes).toEqual({ phone: "1" });
    const gone = changeField(NO_PATCH, BASE, "phone", undefined);
    expect(rebase(gone, { name: "Reign TV" })).toEqual(NO_PATCH);
  });
});

const body = dictionary(
  constantFrom("a", "b", "c"),
  jsonValue().filter((v) => v !== null),
);

it("turns one body into the other by the changes between them", () => {
  assert(
    property(body, body, (from, to) => {
      expect(isSame(applyChanges(from, changesBetween(from, to)), to)).toBe(true);
    }),
  );
});

it.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: undefined }, {}, true],
  [[], {}, false],
  [["a"], { 0: "a" }, false],
  [{ a: 1 }, { b: 1 }, false],
  [null, {}, false],
  ["", undefined, false],
  [JSON.parse('{"__proto__": {"a": 1}}'), {}, false],
])("compares %j and %j: %s", (one, other, isEqual) => {
  expect(isSame(one, other)).toBe(isEqual);
  expect(isSame(other, one)).toBe(isEqual);
});
