import { describe, expect, it } from "vitest";
import {
  hashRefreshToken,
  isRefreshTokenForm,
  makeRefreshToken,
  unsealChild,
  sealChild,
} from "./refresh-token.ts";

describe("refresh tokens", () => {
  it("have 256 random bits", () => {
    const tokens = new Set(Array.from({ length: 100 }, makeRefreshToken));
    expect(tokens.size).toBe(100);
    for (const token of tokens) {
      expect(Buffer.from(token, "base64url")).toHaveLength(32);
      expect(isRefreshTokenForm(token)).toBe(true);
    }
  });

  it("are stored as SHA-256", () => {
    expect(hashRefreshToken("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  it("are encrypted for their parent only", () => {
    const [parent, child] = [makeRefreshToken(), makeRefreshToken()];
    const sealed = sealChild(child, parent);
    expect(sealed).not.toContain(child);
    expect(unsealChild(sealed, parent)).toBe(child);
    expect(() => unsealChild(sealed, child)).toThrow(/authenticate/);
    expect(() => unsealChild(sealed.slice(0, -2), parent)).toThrow(/authenticate/);
    expect(sealChild(child, parent)).not.toBe(sealed);
  });

  it.each(["", "a b", "x".repeat(129), "a\u0000", "é", "a.b.c"])(
    "never have the form %j",
    (text) => {
      expect(isRefreshTokenForm(text)).toBe(false);
    },
  );
});
