import { describe, expect, it } from "vitest";
import { assertPasswordAllowed } from "./password-rules.ts";

const settings = {
  passwordMinLength: 6,
  passwordContextWords: ["Reign TV", "reign"],
  commonPasswords: { words: new Set<string>(), literals: new Set<string>() },
};
const person = {
  email: "tendai.moyo@example.org",
  data: { full_name: "Tendai Moyo", city: "Harare", age: 7 },
};

function errorOf(
  password: string,
  account: Parameters<typeof assertPasswordAllowed>[2] = person,
  minLength = settings.passwordMinLength,
): unknown {
  try {
    assertPasswordAllowed({ ...settings, passwordMinLength: minLength }, password, account);
    return null;
  } catch (error) {
    return error;
  }
}

describe("assertPasswordAllowed", () => {
  it("counts bytes, not characters", () => {
    expect(errorOf("abcd🕊")).toBeNull();
    expect(errorOf("x".repeat(72))).not.toMatchObject({ code: "validation_failed" });
    expect(errorOf("vwxyz".repeat(14) + "ab")).toBeNull();
    expect(errorOf("vwxyz".repeat(14) + "abc")).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Password cannot be longer than 72 characters",
    });
    expect(errorOf("é".repeat(37))).toMatchObject({ code: "validation_failed" });
  });

  it("rejects five bytes with the specified message", () => {
    expect(errorOf("ab#9k")).toMatchObject({
      status: 422,
      code: "weak_password",
      message: "Password should be at least 6 characters.",
      reasons: ["length"],
    });
  });

  it.each(["password1", "reigntv", "ReignTV-2025-xyz", "my reign tv key"])(
    "rejects %s: common or a name of the product",
    (password) => {
      expect(errorOf(password)).toMatchObject({
        status: 422,
        code: "weak_password",
        reasons: ["pwned"],
        message: "Password is known to be weak and easy to guess, please choose a different one.",
      });
    },
  );

  it.each(["tendai.moyo", "Tendai2024", "moyo1234", "tendaimoyo!", "harare99"])(
    "rejects %s: mostly the user's name, email address or city",
    (password) => {
      expect(errorOf(password)).toMatchObject({ reasons: ["pwned"] });
    },
  );

  it("accepts a name within a longer password", () => {
    expect(errorOf("tendai-paints-fences")).toBeNull();
  });

  it("requires 15 bytes of administrators", () => {
    const admin = { email: "a@example.org", data: {}, appMetadata: { role: "admin" } };
    expect(errorOf("kettle-mistral", admin)).toMatchObject({
      message: "Password should be at least 15 characters.",
    });
    expect(errorOf("kettle-mistrals", admin)).toBeNull();
  });

  it("applies the operator's higher minimum", () => {
    expect(errorOf("kettle-47", person, 10)).toMatchObject({
      message: "Password should be at least 10 characters.",
    });
  });
});
