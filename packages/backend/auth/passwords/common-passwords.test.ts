import { describe, expect, it } from "vitest";
import { isCommonPassword, listCommonPasswords } from "./common-passwords.ts";

/** Words of a product besides the built-in list. */
const COMMON_PASSWORDS = {
  words: new Set(["jesus", "jesuschrist", "zimbabwe"]),
  literals: new Set(["jesus777"]),
};

describe("the password blocklist", () => {
  it("has at least ten thousand passwords of sufficient length", () => {
    const entries = new Set(
      [...listCommonPasswords(COMMON_PASSWORDS)].filter((entry) => entry.length >= 6),
    );
    expect(entries.size).toBeGreaterThan(10_000);
    const missed = [...entries].filter((entry) => !isCommonPassword(entry, COMMON_PASSWORDS));
    expect(missed).toEqual([]);
  });

  it.each([
    "password",
    "Password1",
    "P@ssw0rd",
    "p@ssw0rd123",
    "123456",
    "654321",
    "123123",
    "111111",
    "qwerty",
    "Qwerty123",
    "azerty",
    "AZERTYUIOP",
    "1qaz2wsx",
    "abcdef",
    "abcabcabc",
    "iloveyou",
    "motdepasse",
    "jesus777",
    "JesusChrist",
    "jesusjesus",
    "Summer2024!",
    "zimbabwe1",
    "14021990",
    "19900214",
    "140290",
    "14/02/1990",
    "princess!!",
  ])("rejects %s", (password) => {
    expect(isCommonPassword(password, COMMON_PASSWORDS)).toBe(true);
  });

  it.each([
    "kettle-mistral-47",
    "correct horse",
    "xk9#mvq2",
    "92736451",
    "ñandú volador",
    "blue kettle sings",
    "🕊🕊🕊peace7",
  ])("accepts %s", (password) => {
    expect(isCommonPassword(password, COMMON_PASSWORDS)).toBe(false);
  });

  it("reads the product's words from the settings and contains none itself", () => {
    const none = { words: new Set<string>(), literals: new Set<string>() };
    const own = { words: new Set(["mistral"]), literals: new Set(["kettle-47"]) };
    for (const password of ["Mistral2024!", "mistralmistral", "m1stral", "kettle-47"]) {
      expect(isCommonPassword(password, none)).toBe(false);
      expect(isCommonPassword(password, own)).toBe(true);
    }
    expect(isCommonPassword("kettle-471", own)).toBe(false);
    expect(isCommonPassword("jesus777", none)).toBe(false);
  });
});
