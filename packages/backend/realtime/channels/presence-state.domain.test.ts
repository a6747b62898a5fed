import { describe, expect, it } from "vitest";
import { createPresenceStore, type PresenceEntry } from "./presence-state.domain.ts";

const entry = (key: string, ref: string, more: object = {}): PresenceEntry => ({
  key,
  meta: { ...more, phx_ref: ref },
});

describe("the presence store", () => {
  it("stores each tab of one person, and removes one at a time", () => {
    const store = createPresenceStore();
    store.apply("one", "room", { joins: [entry("anna", "1"), entry("anna", "2")], leaves: [] });
    expect(store.stateOf("room")).toEqual({
      anna: { metas: [{ phx_ref: "1" }, { phx_ref: "2" }] },
    });
    expect(store.apply("one", "room", { joins: [], leaves: ["1"] })).toEqual({
      joins: {},
      leaves: { anna: { metas: [{ phx_ref: "1" }] } },
    });
    expect(store.stateOf("room")).toEqual({ anna: { metas: [{ phx_ref: "2" }] } });
  });

  it("reports a change as leave and join", () => {
    const store = createPresenceStore();
    store.apply("one", "room", { joins: [entry("anna", "1")], leaves: [] });
    const renewed = entry("anna", "2", { phx_ref_prev: "1" });
    expect(store.apply("one", "room", { joins: [renewed], leaves: ["1"] })).toEqual({
      joins: { anna: { metas: [{ phx_ref: "2", phx_ref_prev: "1" }] } },
      leaves: { anna: { metas: [{ phx_ref: "1" }] } },
    });
  });

  it("ignores known entries and unknown leaves", () => {
    const store = createPresenceStore();
    store.apply("one", "room", { joins: [entry("anna", "1")], leaves: [] });
    expect(store.apply("one", "room", { joins: [entry("anna", "1")], leaves: ["9"] })).toBeNull();
    expect(store.stateOf("elsewhere")).toEqual({});
  });

  it("returns the entries of a server", () => {
    const store = createPresenceStore();
    store.apply("one", "room", { joins: [entry("anna", "1")], leaves: [] });
    store.apply("two", "room", { joins: [entry("ruth", "2")], leaves: [] });
    expect([...store.ofServer("two")]).toEqual([["room", [entry("ruth", "2")]]]);
    expect([...store.ofServer("three")]).toEqual([]);
  });

  it("accepts reserved keys of objects", () => {
    const store = createPresenceStore();
    store.apply("one", "room", { joins: [entry("__proto__", "1")], leaves: [] });
    expect(JSON.stringify(store.stateOf("room"))).toBe('{"__proto__":{"metas":[{"phx_ref":"1"}]}}');
  });
});
