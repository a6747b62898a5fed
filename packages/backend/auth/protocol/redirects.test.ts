import { describe, expect, it } from "vitest";
import {
  chooseRedirectTarget,
  toErrorRedirect,
  toFragmentRedirect,
  toQueryRedirect,
} from "./redirects.ts";
import { AuthError } from "./auth-error.ts";

const settings = {
  siteUrl: "https://site.example",
  redirectUrls: ["https://partner.example/welcome", "exampleapp://auth/back"],
};

describe("chooseRedirectTarget", () => {
  it.each([
    ["https://site.example", "https://site.example/"],
    ["https://site.example/reset?x=1#y", "https://site.example/reset?x=1#y"],
    [
      "https://partner.example/welcome?sb_flow_id=1",
      "https://partner.example/welcome?sb_flow_id=1",
    ],
    ["exampleapp://auth/back", "exampleapp://auth/back"],
  ])("accepts %s", (requested, target) => {
    expect(chooseRedirectTarget(requested, undefined, settings)).toBe(target);
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "https:evil.example",
    "https://site.example.evil.example",
    "https://site.example@evil.example",
    "https://site.example:password@evil.example",
    "https://evil.example/https://site.example",
    "https://evil.example?https://site.example",
    "https://evil.example#https://site.example",
    "http://site.example",
    "https://site.example:444",
    "https://sub.site.example",
    "https://user:secret@site.example/",
    "https://site.example\\@evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "https:\\\\evil.example",
    "/reset",
    "reset",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://site.example/x",
    "https://partner.example/other",
    "https://partner.example/welcome/../other",
    "https://partner.example:8443/welcome",
    "exampleapp://auth/other",
    "exampleapp://evil/back",
    "https://site.example/\r\nSet-Cookie: a=b",
    "https://site.example/\u0000",
    "https://site.example /",
    " https://site.example",
    "https://site。example.evil.example",
    "https://evil%2eexample",
  ])("replaces %j with the site", (requested) => {
    expect(chooseRedirectTarget(requested, undefined, settings)).toBe("https://site.example");
  });

  it("falls back to a valid Referer only", () => {
    const good = "https://site.example/auth";
    expect(chooseRedirectTarget(undefined, good, settings)).toBe(good);
    expect(chooseRedirectTarget("https://evil.example", good, settings)).toBe(good);
    expect(chooseRedirectTarget(undefined, "https://evil.example/", settings)).toBe(
      "https://site.example",
    );
  });
});

describe("redirects", () => {
  it("put a session into the fragment, with the mark, in place of another fragment", () => {
    const address = toFragmentRedirect("https://site.example/a?b=1#old", { access_token: "t" });
    expect(address).toBe("https://site.example/a?b=1#access_token=t&sb=");
  });

  it("add a code to the query and keep its values", () => {
    const address = toQueryRedirect("https://site.example/a?b=1", { code: "c d" });
    expect(address).toBe("https://site.example/a?b=1&code=c+d");
  });

  it("put an error into the fragment, for PKCE clients into the query too", () => {
    const error = new AuthError(403, "otp_expired", "Email link is invalid or has expired");
    const words =
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";
    expect(toErrorRedirect("https://site.example", error, { isPkce: false })).toBe(
      `https://site.example/#${words}&sb=`,
    );
    expect(toErrorRedirect("https://site.example", error, { isPkce: true })).toBe(
      `https://site.example/?${words}#${words}&sb=`,
    );
  });

  it("escape line breaks", () => {
    const error = new AuthError(400, "x", "a\r\nSet-Cookie: b");
    expect(toErrorRedirect("https://site.example", error, { isPkce: true })).not.toMatch(/[\r\n]/);
  });
});
