import { describe, expect, it } from "vitest";
import { AuthError } from "./auth-error.ts";
import { toErrorRedirect, toFragmentRedirect, toQueryRedirect } from "./redirect-reply.ts";

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
