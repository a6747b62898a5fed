import { describe, expect, it } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { failureOf, failureText, NETWORK_FAILURE, toResult } from "./result.ts";

describe("failureOf", () => {
  it.each([
    ["Chromium", { message: "Failed to fetch", status: 0 }],
    ["Firefox", { message: "NetworkError when attempting to fetch resource.", status: 0 }],
    ["Safari", { message: "Load failed", status: 0 }],
    ["the client", { message: "", status: 0 }],
  ])("is recognised as a network failure in %s", (_browser, error) => {
    expect(failureOf(error)).toEqual(NETWORK_FAILURE);
  });

  it("keeps code and message of the service", () => {
    const error = { message: "New password should be different", code: "same_password" };
    expect(failureOf({ ...error, status: 422 })).toEqual(error);
  });

  it.each([
    [502, "Bad Gateway"],
    [504, "Gateway Timeout"],
    [522, "HTTP 522"],
    [undefined, "Unexpected token '<'"],
  ])("has no message with status %s and no code", (status, message) => {
    expect(failureOf({ message, status })).toEqual({ code: "", message: "" });
  });

  it("is not a network failure when the service responded, whatever its message", () => {
    const failure = { message: "Load failed", code: "hook_failed" };
    expect(failureOf({ ...failure, status: 500 })).toEqual(failure);
  });

  it("is absent where the client has no error", () => {
    expect(toResult(null, 7)).toEqual({ ok: true, value: 7 });
    expect(toResult({ message: "No", code: "x", status: 400 }, 7)).toEqual({
      ok: false,
      failure: { code: "x", message: "No" },
    });
  });
});

describe("failureText", () => {
  it.each([
    [
      "in the page's language where there are any",
      "same_password",
      "In English",
      "fr",
      /différent/,
    ],
    ["the service's where the page has none", "new_code", "In English", "fr", /^In English$/],
    ["the fallback where nobody has any", "new_code", "", "en", /^Please try again later$/],
    ["the fallback for a broken line", "network", "", "fr", /^Veuillez réessayer plus tard$/],
  ] as const)("returns text %s", (_case, code, message, language, expected) => {
    const texts = accountMessages[language];
    expect(failureText({ code, message }, texts, texts.tryLater)).toMatch(expected);
  });
});
