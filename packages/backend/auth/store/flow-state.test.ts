import { describe, expect, it } from "vitest";
import { parseChallenge } from "./flow-state.ts";

const CHALLENGE = "a".repeat(43);

describe("parseChallenge", () => {
  it("parses both fields, the method in any case", () => {
    const read = parseChallenge({ code_challenge: CHALLENGE, code_challenge_method: "S256" });
    expect(read).toEqual({ challenge: CHALLENGE, method: "s256" });
    const plain = parseChallenge({ code_challenge: CHALLENGE, code_challenge_method: "plain" });
    expect(plain).toEqual({ challenge: CHALLENGE, method: "plain" });
  });

  it("returns null for a client without PKCE", () => {
    expect(parseChallenge({ code_challenge: "", code_challenge_method: "" })).toBeNull();
  });

  it.each([
    [CHALLENGE, "", "PKCE flow requires code_challenge_method and code_challenge"],
    ["", "s256", "PKCE flow requires code_challenge_method and code_challenge"],
    ["a".repeat(42), "s256", "code challenge has to be between 43 and 128 characters"],
    ["a".repeat(129), "s256", "code challenge has to be between 43 and 128 characters"],
    [
      `${CHALLENGE}=`,
      "s256",
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    ],
    [CHALLENGE, "md5", 'unsupported code_challenge method "md5"'],
  ])("rejects %s with method %j", (challenge, method, message) => {
    expect(() =>
      parseChallenge({ code_challenge: challenge, code_challenge_method: method }),
    ).toThrow(expect.objectContaining({ status: 400, code: "validation_failed", message }));
  });
});
