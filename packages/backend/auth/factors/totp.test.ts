import { describe, expect, it } from "vitest";
import { makeTotp, openTotpSecret, sealTotpSecret, stepOfCode } from "./totp.ts";

/** "12345678901234567890" of RFC 6238, appendix B, in base 32. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const KEY = new Uint8Array(32).fill(7);

describe("stepOfCode", () => {
  it.each([
    [59_000, "287082", 1],
    [1_111_111_109_000, "081804", 37_037_036],
    [20_000_000_000_000, "353130", 666_666_666],
  ])("accepts the standard's code at %i ms", (nowMs, code, step) => {
    expect(stepOfCode(RFC_SECRET, code, nowMs)).toBe(step);
  });

  it("accepts the codes of the steps before and after, and no older one", () => {
    const nowMs = 1_111_111_109_000;
    expect(stepOfCode(RFC_SECRET, "081804", nowMs + 30_000)).toBe(37_037_036);
    expect(stepOfCode(RFC_SECRET, "081804", nowMs - 30_000)).toBe(37_037_036);
    expect(stepOfCode(RFC_SECRET, "081804", nowMs + 60_000)).toBeNull();
  });

  it.each(["", "12345", "1234567", "abcdef", "08180４"])("rejects %j", (code) => {
    expect(stepOfCode(RFC_SECRET, code, 1_111_111_109_000)).toBeNull();
  });
});

describe("the TOTP secret", () => {
  it("is encrypted; an imported plain-text secret is read as it is", () => {
    const { secret } = makeTotp({ issuer: "tv.example", account: "a@example.org" });
    const stored = sealTotpSecret(secret, KEY);
    expect(stored).not.toContain(secret);
    expect(openTotpSecret(stored, KEY)).toBe(secret);
    expect(openTotpSecret(secret, KEY)).toBe(secret);
    expect(() => openTotpSecret(stored, new Uint8Array(32))).toThrow("authenticate");
  });
});
