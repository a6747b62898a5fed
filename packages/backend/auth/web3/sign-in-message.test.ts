import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSignInMessage, isSignedByEthereum, isSignedBySolana } from "./sign-in-message.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const WHOLE = [
  "site.example wants you to sign in with your Ethereum account:",
  ADDRESS,
  "",
  "I would like to come in.",
  "",
  "URI: https://site.example/",
  "Version: 1",
  "Chain ID: 1",
  "Nonce: 12345678",
  "Issued At: 2026-01-01T00:00:00.000Z",
  "Expiration Time: 2026-01-01T00:10:00Z",
  "Resources:",
  "- https://site.example/terms",
].join("\n");

describe("parseSignInMessage", () => {
  it("returns site, wallet and times, ignoring the letter case of an Ethereum address", () => {
    expect(parseSignInMessage(WHOLE, "Ethereum")).toMatchObject({
      domain: "site.example",
      address: ADDRESS.toLowerCase(),
      statement: "I would like to come in.",
      chainId: "1",
      issuedAtMs: Date.UTC(2026, 0, 1),
      expiresAtMs: Date.UTC(2026, 0, 1, 0, 10),
      notBeforeMs: null,
    });
  });

  it("accepts a message without a statement", () => {
    const text = WHOLE.replace("I would like to come in.\n\n", "");
    expect(parseSignInMessage(text, "Ethereum")).toMatchObject({ statement: null });
  });

  it.each([
    ["of another chain", WHOLE.replace("Ethereum", "Solana"), "first line"],
    ["with another address", WHOLE.replace(ADDRESS, "0x12"), "wallet address"],
    ["with a line twice", WHOLE.replace("Nonce: 12345678", "Version: 1"), "unexpected line"],
    ["of another version", WHOLE.replace("Version: 1", "Version: 2"), "Version"],
    ["without a place", WHOLE.replace("https://site.example/\nV", "nowhere\nV"), "URI"],
    ["without a date", WHOLE.replace("2026-01-01T00:00:00.000Z", "today"), "Issued At"],
    ["with a line between", WHOLE.replace("Chain ID: 1", "Something else"), "unexpected line"],
  ])("rejects %s", (_, text, problem) => {
    expect(parseSignInMessage(text, "Ethereum")).toContain(problem);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(WHOLE.length), (text, at) => {
        const damaged = WHOLE.slice(0, at) + text + WHOLE.slice(at + text.length);
        expect(parseSignInMessage(damaged, "Ethereum")).toBeDefined();
      }),
    );
  });
});

describe("the signature check", () => {
  it("never throws", () => {
    const hex = fc.stringMatching(/^[0-9a-f]{130}$/);
    fc.assert(
      fc.property(fc.string(), hex, fc.uint8Array({ maxLength: 70 }), (text, signature, bytes) => {
        expect(isSignedByEthereum(text, signature, ADDRESS)).toBe(false);
        expect(isSignedBySolana(text, bytes, "1".repeat(32))).toBe(false);
        expect(isSignedBySolana(text, bytes, text)).toBe(false);
      }),
    );
  });
});
