import { describe, expect, it } from "vitest";
import { assertMetadataFits, mergeMetadata } from "./metadata.ts";

describe("metadata", () => {
  it("merges by key and removes null", () => {
    const merged = mergeMetadata({ a: 1, b: { c: 2 }, d: 3 }, { b: { e: 4 }, d: null, f: "x" });
    expect(merged).toEqual({ a: 1, b: { e: 4 }, f: "x" });
  });

  it("must fit into an access token", () => {
    expect(() => assertMetadataFits({ userMetadata: { text: "x".repeat(3_000) } })).not.toThrow();
    expect(() => assertMetadataFits({ userMetadata: { text: "é".repeat(1_600) } })).toThrow(
      "User metadata is too large",
    );
    expect(() => assertMetadataFits({ appMetadata: { text: "x".repeat(1_600) } })).toThrow(
      "App metadata is too large",
    );
  });
});
