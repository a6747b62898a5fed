import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
import { followLink, mailsTo, newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("POST /resend", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ settings: { confirmEmail: true } });
  });
  afterAll(() => backend.close());

  it("renews the confirmation and invalidates the first code (S7.29)", async () => {
    const email = freshAddress();
    const { auth } = visitorOf(backend);
    await auth.signUp({ email, password: GOOD_PASSWORD });
    const first = await newestMail(backend, email);
    backend.advance(61_000);
    expect((await auth.resend({ type: "signup", email })).error).toBeNull();
    const second = await newestMail(backend, email, 2);
    expect(second.kind).toBe("signup");
    const old = await auth.verifyOtp({ email, token: first.code, type: "signup" });
    expect(old.error?.code).toBe(first.code === second.code ? undefined : "otp_expired");
    const fresh = await auth.verifyOtp({ email, token: second.code, type: "signup" });
    expect(fresh.error).toBeNull();
    backend.advance(61_000);
    expect((await auth.resend({ type: "signup", email })).error).toBeNull();
    expect(mailsTo(backend, email)).toHaveLength(2);
  });

  it("confirms over a link for PKCE clients", async () => {
    const email = freshAddress();
    const client = visitorOf(backend, { flowType: "pkce" });
    await client.auth.signUp({ email, password: GOOD_PASSWORD });
    const { link } = await newestMail(backend, email);
    const { address } = await followLink(link);
    const code = address.searchParams.get("code") ?? "";
    const { error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    const claims = await client.auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ amr: [{ method: "email/signup" }] });
  });

  it("renews both codes of an email change", async () => {
    const email = freshAddress();
    const newEmail = freshAddress();
    const { auth } = visitorOf(backend);
    await auth.signUp({ email, password: GOOD_PASSWORD });
    const { code } = await newestMail(backend, email);
    await auth.verifyOtp({ email, token: code, type: "signup" });
    backend.advance(61_000);
    expect((await auth.updateUser({ email: newEmail })).error).toBeNull();
    await newestMail(backend, newEmail);
    backend.advance(61_000);
    expect((await auth.resend({ type: "email_change", email })).error).toBeNull();
    const toNew = await newestMail(backend, newEmail, 2);
    const toOld = await newestMail(backend, email, 3);
    for (const [address, token] of [
      [newEmail, toNew.code],
      [email, toOld.code],
    ] as const) {
      const { error } = await auth.verifyOtp({ email: address, token, type: "email_change" });
      expect(error).toBeNull();
    }
    const [row] = await backend.admin`select email from auth.users where email = ${newEmail}`;
    expect(row).toEqual({ email: newEmail });
  });

  it.each([
    [{ type: "magiclink", email: "a@example.org" }, "validation_failed"],
    [{ email: "a@example.org" }, "validation_failed"],
    [{ type: "signup" }, "validation_failed"],
    [{ type: "sms" }, "validation_failed"],
    [{ type: "email_change" }, "validation_failed"],
    [{ type: "signup", email: "a@example.org", phone: "1" }, "validation_failed"],
    [{ type: "sms", phone: "0771234567" }, "validation_failed"],
    [{ type: "phone_change", phone: "abc" }, "validation_failed"],
  ])("rejects %j", async (body, code) => {
    const reply = await callAuth(backend, "/resend", { body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code });
  });

  it("responds {} for an email address without an account", async () => {
    for (const type of ["signup", "email_change"]) {
      const reply = await callAuth(backend, "/resend", { body: { type, email: freshAddress() } });
      expect(reply.status).toBe(200);
      expect(await reply.json()).toEqual({});
    }
  });
});
