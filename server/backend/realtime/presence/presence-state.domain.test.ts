import { describe, expect, it } from "vitest";
import { createPresenceStore, type PresenceEntry } from "./presence-state.domain.ts";

const entry = (key: string, ref: string, more: object = {}): PresenceEntry => ({
  key,
  meta: { ...more, phx_ref: ref },
});

describe("the book of presences", () => {
  it("keeps tabs of one person apart, and takes away one at a time", () => {
    const book = createPresenceStore();
    book.apply("one", "room", { joins: [entry("anna", "1"), entry("anna", "2")], leaves: [] });
    expect(book.stateOf("room")).toEqual({ anna: { metas: [{ phx_ref: "1" }, { phx_ref: "2" }] } });
    expect(book.apply("one", "room", { joins: [], leaves: ["1"] })).toEqual({
      joins: {},
      leaves: { anna: { metas: [{ phx_ref: "1" }] } },
    });
    expect(book.stateOf("room")).toEqual({ anna: { metas: [{ phx_ref: "2" }] } });
  });

  it("tells a change as the old one going and the new one coming", () => {
    const book = createPresenceStore();
    book.apply("one", "room", { joins: [entry("anna", "1")], leaves: [] });
    const renewed = entry("anna", "2", { phx_ref_prev: "1" });
    expect(book.apply("one", "room", { joins: [renewed], leaves: ["1"] })).toEqual({
      joins: { anna: { metas: [{ phx_ref: "2", phx_ref_prev: "1" }] } },
      leaves: { anna: { metas: [{ phx_ref: "1" }] } },
    });
  });

  it("says nothing of what it knows, or never knew", () => {
    const book = createPresenceStore();
    book.apply("one", "room", { joins: [entry("anna", "1")], leaves: [] });
    expect(book.apply("one", "room", { joins: [entry("anna", "1")], leaves: ["9"] })).toBeNull();
    expect(book.stateOf("elsewhere")).toEqual({});
  });

  it("knows who is on which server", () => {
    const book = createPresenceStore();
    book.apply("one", "room", { joins: [entry("anna", "1")], leaves: [] });
    book.apply("two", "room", { joins: [entry("ruth", "2")], leaves: [] });
    expect([...book.ofServer("two")]).toEqual([["room", [entry("ruth", "2")]]]);
    expect([...book.ofServer("three")]).toEqual([]);
  });

  it("takes keys that objects reserve for themselves", () => {
    const book = createPresenceStore();
    book.apply("one", "room", { joins: [entry("__proto__", "1")], leaves: [] });
    expect(JSON.stringify(book.stateOf("room"))).toBe('{"__proto__":{"metas":[{"phx_ref":"1"}]}}');
  });
});
