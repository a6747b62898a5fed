import { describe, expect, it } from "vitest";
import { parseEmailAddress, parsePhoneNumber } from "./email-and-phone.ts";

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

describe("parsePhoneNumber", () => {
  it.each([
    ["+263 77 123 4567", "263771234567"],
    ["263771234567", "263771234567"],
    ["12", "12"],
  ])("parses %j as %j", (text, number) => {
    expect(parsePhoneNumber(text)).toBe(number);
  });

  it.each(["", "+", "0771234567", "abc", "1", "+12345678901234567", "12-34", "+ 1 2 x", "１２"])(
    "rejects %j",
    (text) => {
      expect(() => parsePhoneNumber(text)).toThrow("Invalid phone number format (E.164 required)");
    },
  );
});
