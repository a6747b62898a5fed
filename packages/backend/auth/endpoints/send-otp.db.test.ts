import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, freshAddress, joinAs, visitorOf } from "#backend/auth/auth-client.fixture.ts";
import { mailsTo, newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("POST /otp", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("creates an account that stays unconfirmed until its code is used (S7.26)", async () => {
    const email = freshAddress();
    const { auth } = visitorOf(backend);
    const sent = await auth.signInWithOtp({ email, options: { data: { city: "Harare" } } });
    expect(sent.error).toBeNull();
    const [row] = await backend.admin`
      select email_confirmed_at, encrypted_password from auth.users where email = ${email}`;
    expect(row).toMatchObject({ email_confirmed_at: null, encrypted_password: "" });
    const { code } = await newestMail(backend, email);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { data, error } = await auth.verifyOtp({ email, token: typed, type: "email" });
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({
      email,
      user_metadata: { city: "Harare", email_verified: true },
    });
    const claims = await auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ amr: [{ method: "otp" }] });
  });

  it.each(["magiclink", "email"] as const)(
    "accepts the hash of the link as type %s",
    async (type) => {
      const { email } = await joinAs(backend);
      const { auth } = visitorOf(backend);
      await auth.signInWithOtp({ email });
      const { link } = await newestMail(backend, email);
      const tokenHash = link?.searchParams.get("token") ?? "";
      expect((await auth.verifyOtp({ token_hash: tokenHash, type })).error).toBeNull();
      expect((await auth.verifyOtp({ token_hash: tokenHash, type })).error).toMatchObject({
        status: 403,
        code: "otp_expired",
        message: "Email link is invalid or has expired",
      });
    },
  );

  it("responds alike when sign-up is off", async () => {
    const email = freshAddress();
    const { error } = await visitorOf(backend).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    expect(error).toBeNull();
    expect(await backend.admin`select 1 from auth.users where email = ${email}`).toEqual([]);
    expect(mailsTo(backend, email)).toEqual([]);
  });

  it("clears a password that another client had set for the email address", async () => {
    const email = freshAddress();
    await backend.admin`
      insert into auth.users (id, aud, role, email, encrypted_password)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, '$2b$04$x')`;
    const { auth } = visitorOf(backend);
    await auth.signInWithOtp({ email });
    const { code } = await newestMail(backend, email);
    expect((await auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
    const [row] = await backend.admin`
      select encrypted_password from auth.users where email = ${email}`;
    expect(row).toEqual({ encrypted_password: "" });
  });

  it.each([
    [{}, "validation_failed", "One of email or phone must be set"],
    [{ phone: "0771234567" }, "validation_failed", "Invalid phone number format (E.164 required)"],
    [
      { email: "a@example.org", phone: "+263771234567" },
      "validation_failed",
      "Only an email address or phone number should be provided",
    ],
    [
      { email: "a@example.org", channel: "sms" },
      "validation_failed",
      "Channel should only be specified with Phone OTP",
    ],
  ])("rejects %j", async (body, code, message) => {
    const reply = await callAuth(backend, "/otp", { body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ code, message });
  });
});
