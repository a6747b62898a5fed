import { describe, expect, it } from "vitest";
import { COMMON_PASSWORDS } from "#server/settings/product-settings.ts";
import { findWeaknesses, refuseWeak, toPasswordContext } from "./password-rules.ts";

const settings = {
  passwordMinLength: 6,
  passwordRequirements: null,
  passwordContextWords: ["Reign TV", "reign"],
  refusesWellKnownPasswords: true,
  commonPasswords: COMMON_PASSWORDS,
};
const context = toPasswordContext(settings, {
  email: "tendai.moyo@example.org",
  data: { full_name: "Tendai Moyo", city: "Harare", age: 7 },
});

function refusalOf(password: string, judged = context): unknown {
  try {
    refuseWeak(findWeaknesses(password, judged));
    return null;
  } catch (error) {
    return error;
  }
}

describe("a new password", () => {
  it("counts bytes, not characters", () => {
    expect(refusalOf("abcd🕊")).toBeNull();
    expect(refusalOf("x".repeat(72))).not.toMatchObject({ code: "validation_failed" });
    expect(refusalOf("vwxyz".repeat(14) + "ab")).toBeNull();
    expect(refusalOf("vwxyz".repeat(14) + "abc")).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Password cannot be longer than 72 characters",
    });
    expect(refusalOf("é".repeat(37))).toMatchObject({ code: "validation_failed" });
  });

  it("refuses five bytes with the specified message", () => {
    expect(refusalOf("ab#9k")).toMatchObject({
      status: 422,
      code: "weak_password",
      message: "Password should be at least 6 characters.",
      reasons: ["length"],
    });
  });

  it.each(["password1", "reigntv", "ReignTV-2025-xyz", "my reign tv key"])(
    "refuses %s: common, or of the product",
    (password) => {
      expect(refusalOf(password)).toMatchObject({
        status: 422,
        code: "weak_password",
        reasons: ["pwned"],
        message: "Password is known to be weak and easy to guess, please choose a different one.",
      });
    },
  );

  it.each(["tendai.moyo", "Tendai2024", "moyo1234", "tendaimoyo!", "harare99"])(
    "refuses %s: little more than the person's name, address or city",
    (password) => {
      expect(refusalOf(password)).toMatchObject({ reasons: ["pwned"] });
    },
  );

  it("lets a name be part of something longer", () => {
    expect(refusalOf("tendai-paints-fences")).toBeNull();
  });

  it("asks administrators for fifteen bytes", () => {
    const admin = toPasswordContext(settings, {
      email: "a@example.org",
      data: {},
      appMetadata: { role: "admin" },
    });
    expect(refusalOf("kettle-mistral", admin)).toMatchObject({
      message: "Password should be at least 15 characters.",
    });
    expect(refusalOf("kettle-mistrals", admin)).toBeNull();
  });

  it("follows a higher minimum of the operator", () => {
    const strict = toPasswordContext(
      { ...settings, passwordMinLength: 10 },
      { email: "a@example.org", data: {} },
    );
    expect(refusalOf("kettle-47", strict)).toMatchObject({
      message: "Password should be at least 10 characters.",
    });
  });

  describe("by the rules that Supabase documents", () => {
    const documented = (
      passwordRequirements: Parameters<typeof toPasswordContext>[0]["passwordRequirements"],
      role = "",
    ) =>
      toPasswordContext(
        { ...settings, refusesWellKnownPasswords: false, passwordRequirements },
        {
          email: "tendai.moyo@example.org",
          data: { full_name: "Tendai Moyo" },
          appMetadata: { role },
        },
      );

    it.each(["password1", "reigntv", "tendai.moyo", "123456"])("may be %s", (password) => {
      expect(refusalOf(password, documented(null))).toBeNull();
      expect(refusalOf(password, documented(null, "admin"))).toBeNull();
      expect(refusalOf(password)).toMatchObject({ reasons: ["pwned"] });
    });

    it.each([
      [
        "letters_digits",
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789",
        "letter1",
        ["letters", "1234567"],
      ],
      [
        "lower_upper_letters_digits",
        "abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789",
        "Letter1",
        ["letter1", "LETTER1", "Letters"],
      ],
      [
        "lower_upper_letters_digits_symbols",
        "abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789, !@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~",
        "Letter1\\",
        ["Letter1", "Letter1 ", "Letter1§"],
      ],
    ] as const)("must have the characters of %s", (requirements, sets, good, bad) => {
      const context = documented(requirements);
      expect(refusalOf(good, context)).toBeNull();
      for (const password of bad) {
        expect(refusalOf(password, context)).toMatchObject({
          status: 422,
          code: "weak_password",
          message: `Password should contain at least one character of each: ${sets}.`,
          reasons: ["characters"],
        });
      }
    });

    it("hears all that is wrong at once", () => {
      expect(refusalOf("abc", documented("letters_digits"))).toMatchObject({
        message:
          "Password should be at least 6 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.",
        reasons: ["length", "characters"],
      });
      expect(refusalOf("x".repeat(73), documented("letters_digits"))).toMatchObject({
        code: "validation_failed",
        message: "Password cannot be longer than 72 characters",
      });
    });
  });
});
