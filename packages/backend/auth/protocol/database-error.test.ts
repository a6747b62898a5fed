import { describe, expect, it } from "vitest";
import { isUniqueViolation, translateDatabaseError } from "./database-error.ts";

function fault(code: string, extra: object = {}): Error {
  return Object.assign(new Error("Username is reserved."), { code }, extra);
}

describe("translateDatabaseError", () => {
  it.each([
    "CONNECTION_CLOSED",
    "ECONNREFUSED",
    "57P01",
    "08006",
    "55P03",
    "57014",
    "40P01",
    "53300",
  ])("maps %s to 503, so that clients retry and keep the session", (code) => {
    expect(translateDatabaseError(fault(code))).toMatchObject({
      status: 503,
      retryAfterSeconds: 2,
    });
  });

  it("passes on the message that a trigger raises", () => {
    expect(translateDatabaseError(fault("P0001"))).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Username is reserved.",
    });
  });

  it.each(["23514", "23502", "22001"])("maps %s to 400 without details", (code) => {
    expect(translateDatabaseError(fault(code))).toMatchObject({
      status: 400,
      message: "Database error saving user",
    });
  });

  it.each(["42P01", "XX000"])("returns null for %s", (code) => {
    expect(translateDatabaseError(fault(code))).toBeNull();
  });

  it("returns null for all other errors", () => {
    expect(translateDatabaseError(new TypeError("x"))).toBeNull();
    expect(translateDatabaseError("text")).toBeNull();
  });
});

describe("isUniqueViolation", () => {
  it("checks the index", () => {
    const taken = fault("23505", { constraint_name: "users_email_partial_key" });
    expect(isUniqueViolation(taken, "users_email_partial_key")).toBe(true);
    expect(isUniqueViolation(taken, "users_pkey")).toBe(false);
    expect(isUniqueViolation(new Error("x"), "users_pkey")).toBe(false);
  });
});
