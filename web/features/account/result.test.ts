import { describe, expect, test } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { failureOf, failureText, NETWORK_FAILURE, outcomeOf } from "./result.ts";

describe("a failure", () => {
  test.each([
    ["Chromium", { message: "Failed to fetch", status: 0 }],
    ["Firefox", { message: "NetworkError when attempting to fetch resource.", status: 0 }],
    ["Safari", { message: "Load failed", status: 0 }],
    ["the client", { message: "", status: 0 }],
  ])("of the line is known in the words of %s", (_browser, error) => {
    expect(failureOf(error)).toEqual(NETWORK_FAILURE);
  });

  test("of the service keeps its code and words", () => {
    const error = { message: "New password should be different", code: "same_password" };
    expect(failureOf({ ...error, status: 422 })).toEqual(error);
  });

  test.each([
    [502, "Bad Gateway"],
    [504, "Gateway Timeout"],
    [522, "HTTP 522"],
    [undefined, "Unexpected token '<'"],
  ])("with status %s and no code has no words of a proxy", (status, message) => {
    expect(failureOf({ message, status })).toEqual({ code: "", message: "" });
  });

  test("of the service is no failure of the line, however it is worded", () => {
    const failure = { message: "Load failed", code: "hook_failed" };
    expect(failureOf({ ...failure, status: 500 })).toEqual(failure);
  });

  test("is none where the client has no error", () => {
    expect(outcomeOf(null, 7)).toEqual({ ok: true, value: 7 });
    expect(outcomeOf({ message: "No", code: "x", status: 400 }, 7)).toEqual({
      ok: false,
      failure: { code: "x", message: "No" },
    });
  });
});

describe("its words", () => {
  test.each([
    ["in the page's language where there are any", "same_password", "In English", "fr", /différer/],
    ["the service's where the page has none", "new_code", "In English", "fr", /^In English$/],
    ["the fallback where nobody has any", "new_code", "", "en", /^Please try again later$/],
    ["the fallback for a broken line", "network", "", "fr", /^Veuillez réessayer plus tard$/],
  ] as const)("are %s", (_case, code, message, language, expected) => {
    const texts = accountMessages[language];
    expect(failureText({ code, message }, texts, texts.tryLater)).toMatch(expected);
  });
});
