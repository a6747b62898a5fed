import { describe, expect, it } from "vitest";
import { AuthError, OAuthFormError, tooManyMails } from "./auth-error.ts";
import { replyWithError } from "./error-reply.ts";

describe("replyWithError", () => {
  const error = new AuthError(422, "user_already_exists", "User already registered");

  it("sends code and message to clients that send a version, and echoes the version", async () => {
    const reply = replyWithError(error, "2024-01-01", "r1");
    expect(reply.status).toBe(422);
    expect(reply.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(reply.headers.get("x-sb-error-code")).toBe("user_already_exists");
    expect(await reply.json()).toEqual({
      code: "user_already_exists",
      message: "User already registered",
    });
  });

  it.each([undefined, "2023-12-31", "latest", ""])(
    "sends the legacy format to a client that sends %j",
    async (version) => {
      const reply = replyWithError(error, version, "r1");
      expect(reply.headers.has("x-supabase-api-version")).toBe(false);
      expect(reply.headers.get("x-sb-error-code")).toBe("user_already_exists");
      expect(await reply.json()).toEqual({
        code: 422,
        error_code: "user_already_exists",
        msg: "User already registered",
      });
    },
  );

  it("adds the reasons of a weak password in both formats", async () => {
    const weak = new AuthError(422, "weak_password", "Too short", { reasons: ["length"] });
    expect(await replyWithError(weak, "2024-01-01", "r1").json()).toEqual({
      code: "weak_password",
      message: "Too short",
      weak_password: { reasons: ["length"] },
    });
    expect(await replyWithError(weak, undefined, "r1").json()).toMatchObject({
      error_code: "weak_password",
      weak_password: { reasons: ["length"] },
    });
  });

  it("keeps the OAuth format where supabase/auth does", async () => {
    const reply = replyWithError(new OAuthFormError("invalid_request", "no"), "2024-01-01", "r1");
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ error: "invalid_request", error_description: "no" });
  });

  it("sends Retry-After", () => {
    const reply = replyWithError(tooManyMails(42), "2024-01-01", "r1");
    expect(reply.status).toBe(429);
    expect(reply.headers.get("retry-after")).toBe("42");
  });

  it("reveals only an id of an unexpected error", async () => {
    const reply = replyWithError(new TypeError("secret detail"), "2024-01-01", "r1");
    expect(reply.status).toBe(500);
    const text = await reply.text();
    expect(text).not.toContain("secret");
    expect(JSON.parse(text)).toMatchObject({ code: "unexpected_failure", error_id: "r1" });
  });
});
