import { describe, expect, it } from "vitest";
import { parseEmailAddress } from "./email-address.ts";

describe("parseEmailAddress", () => {
  it.each([
    ["Ada.Moyo+tv@Example.ORG", "ada.moyo+tv@example.org"],
    ["o'brien@mail.example.co.zw", "o'brien@mail.example.co.zw"],
    ["a@b.co", "a@b.co"],
  ])("parses %s as %s", (text, address) => {
    expect(parseEmailAddress(text)).toBe(address);
  });

  it.each([
    "",
    "@",
    "nobody",
    "nobody@",
    "@example.org",
    "two@at@example.org",
    "no dot@example.org",
    "dot.@example.org",
    ".dot@example.org",
    "two..dots@example.org",
    "a@example",
    "a@-example.org",
    "a@exam ple.org",
    "a@[127.0.0.1]",
    '"quoted name"@example.org',
    "a@example.org\r\nBcc: victim@example.org",
    "a\u0000@example.org",
    "ä@example.org",
    "a@example.org,b@example.org",
    `${"x".repeat(65)}@example.org`,
    `a@${"x".repeat(64)}.org`,
    `a@${"sub.".repeat(70)}org`,
  ])("rejects %j", (text) => {
    expect(() => parseEmailAddress(text)).toThrow(
      expect.objectContaining({
        status: 400,
        code: "validation_failed",
        message: "Unable to validate email address: invalid format",
      }),
    );
  });
});
