import { describe, expect, it } from "vitest";
import { liveView } from "./live-view.ts";

describe("liveView", () => {
  it("shows what holds now, also to a copy, a count and a search for keys", () => {
    let value: { name: string; links?: string } = { name: "Before" };
    const view = liveView(() => value);
    expect({ ...view }).toEqual({ name: "Before" });

    value = { name: "After", links: "x" };
    expect(view.name).toBe("After");
    expect({ ...view }).toEqual({ name: "After", links: "x" });
    expect(Object.keys(view)).toEqual(["name", "links"]);
    expect("links" in view).toBe(true);
    expect(JSON.stringify(view)).toBe('{"name":"After","links":"x"}');
  });

  it("cannot be written to", () => {
    const view = liveView(() => ({ name: "Kept" }));
    expect(() => Object.assign(view, { name: "Other" })).toThrow(TypeError);
    expect(view.name).toBe("Kept");
  });
});
