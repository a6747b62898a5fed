import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createOneTimeCodes, isPkceToken } from "./one-time-code.ts";

describe("createOneTimeCodes", () => {
  const codes = createOneTimeCodes(randomBytes(32));

  it("issues six digits and a link token that derives from email address and code", () => {
    const { code, linkToken } = codes.issue("a@example.org", false);
    expect(code).toMatch(/^\d{6}$/);
    expect(linkToken).toMatch(/^[0-9a-f]{64}$/);
    expect(codes.storedHashesOfCode("a@example.org", code)).toContain(codes.storedHash(linkToken));
  });

  it("marks tokens of PKCE clients and still recognizes their code", () => {
    const { code, linkToken } = codes.issue("a@example.org", true);
    expect(linkToken).toMatch(/^pkce_[0-9a-f]{64}$/);
    expect(isPkceToken(linkToken)).toBe(true);
    expect(codes.storedHashesOfCode("a@example.org", code)).toContain(codes.storedHash(linkToken));
  });

  it("accepts a code for its own email address only", () => {
    const { code, linkToken } = codes.issue("a@example.org", false);
    const foreign = codes.storedHashesOfCode("b@example.org", code);
    expect(foreign).not.toContain(codes.storedHash(linkToken));
  });

  it("issues links that neither a guessed code nor the database reveals", () => {
    const { code, linkToken } = codes.issue("a@example.org", false);
    for (const algorithm of ["sha224", "sha256"]) {
      const candidate = createHash(algorithm).update(`a@example.org${code}`).digest("hex");
      expect(linkToken).not.toBe(candidate);
    }
    expect(codes.storedHash(linkToken)).not.toBe(linkToken);
    const otherServer = createOneTimeCodes(randomBytes(32));
    expect(otherServer.storedHashesOfCode("a@example.org", code)).not.toContain(
      codes.storedHash(linkToken),
    );
  });
});
