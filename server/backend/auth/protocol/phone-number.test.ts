import { describe, expect, it } from "vitest";
import { parsePhoneNumber } from "./phone-number.ts";

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
