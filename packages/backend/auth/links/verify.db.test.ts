import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, joinAs, visitorOf } from "#backend/auth/auth-client.fixture.ts";
import { followLink, newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("links and codes", () => {
  let backend: TestBackend;
  const app = "exampleapp://auth/back";
  beforeAll(async () => {
    backend = await startTestBackend({ settings: { redirectUrls: [app] } });
  });
  afterAll(() => backend.close());

  it("allow ten attempts per email address and hour; the link still works", async () => {
    const { email } = await joinAs(backend);
    const { auth } = visitorOf(backend);
    await auth.signInWithOtp({ email });
    const { code, link } = await newestMail(backend, email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let count = 0; count < 10; count += 1) {
      const { error } = await auth.verifyOtp({ email, token: wrong, type: "email" });
      expect(error).toMatchObject({
        status: 403,
        code: "otp_expired",
        message: "Token has expired or is invalid",
      });
    }
    const { error } = await auth.verifyOtp({ email, token: code, type: "email" });
    expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    expect((await followLink(link)).address.hash).toContain("access_token");
  });

  it("are bound to their purpose and email address (S7.27)", async () => {
    const { email } = await joinAs(backend);
    const { email: other } = await joinAs(backend);
    const { auth } = visitorOf(backend);
    await auth.resetPasswordForEmail(email);
    const { code } = await newestMail(backend, email);
    for (const attempt of [
      { email: other, token: code, type: "recovery" },
      { email, token: code, type: "signup" },
      { email, token: code, type: "email_change" },
    ] as const) {
      expect((await auth.verifyOtp(attempt)).error).toMatchObject({ code: "otp_expired" });
    }
    expect((await auth.verifyOtp({ email, token: code, type: "recovery" })).error).toBeNull();
  });

  it.each([
    [{}, "Verify requires a verification type"],
    [{ type: "email" }, "Verify requires either a token or a token hash"],
    [
      { type: "email", token: "1", token_hash: "2" },
      "Verify requires either a token or a token hash",
    ],
    [
      { type: "email", token: "1" },
      "Only an email address or phone number should be provided on verify",
    ],
    [
      { type: "email", token: "1", email: "a@example.org", phone: "1" },
      "Only an email address or phone number should be provided on verify",
    ],
    [
      { type: "email", token_hash: "2", email: "a@example.org" },
      "Only the token_hash and type should be provided",
    ],
    [{ type: "toString", token: "1", email: "a@example.org" }, "Unsupported verification type"],
    [{ type: "nonsense", token_hash: "1" }, "Invalid email verification type"],
  ])("are rejected as %j", async (body, message) => {
    const reply = await callAuth(backend, "/verify", { body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ code: "validation_failed", message });
  });

  it.each(["sms", "phone_change"])("are always wrong by phone (%s)", async (type) => {
    const reply = await callAuth(backend, "/verify", {
      body: { type, token: "123456", phone: "+263771234567" },
    });
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ code: "otp_expired" });
  });

  it("respond to a malformed link with a JSON error", async () => {
    for (const query of ["", "?type=recovery", "?token=x"]) {
      const reply = await callAuth(backend, `/verify${query}`, { key: null });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ code: "validation_failed" });
    }
    const unknown = await followLink(
      new URL(`${backend.url}/auth/v1/verify?type=nonsense&token=x`),
    );
    expect(unknown.fragment).toMatchObject({ error_code: "validation_failed" });
  });

  it.each(["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"])(
    "do not redirect to %s",
    async (redirectTo) => {
      const { email } = await joinAs(backend);
      const query = new URLSearchParams({ redirect_to: redirectTo }).toString();
      await callAuth(backend, `/recover?${query}`, { body: { email } });
      const { link } = await newestMail(backend, email);
      expect(link?.searchParams.get("redirect_to")).toBe(backend.url);
      link?.searchParams.set("redirect_to", redirectTo);
      expect((await followLink(link)).address.origin).toBe(backend.url);
    },
  );

  it("redirect to an allowed URL of an app", async () => {
    const { email } = await joinAs(backend);
    await visitorOf(backend).auth.resetPasswordForEmail(email, { redirectTo: app });
    const { link } = await newestMail(backend, email);
    expect((await followLink(link)).address.href).toMatch(
      /^exampleapp:\/\/auth\/back#access_token=/,
    );
  });
});
