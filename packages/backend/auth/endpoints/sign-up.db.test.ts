import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  operatorOf,
  OTHER_PASSWORD,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
import { mailsTo, newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("sign-up without confirmation", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("returns a session, the account and its identity (S3.3, S7.6, S7.22)", async () => {
    const email = freshAddress();
    const { data, error } = await visitorOf(backend).auth.signUp({
      email: email.toUpperCase(),
      password: GOOD_PASSWORD,
      options: { data: { full_name: "Ada Moyo" } },
    });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 900 });
    expect(data.user).toMatchObject({
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { full_name: "Ada Moyo", email_verified: true },
      is_anonymous: false,
    });
    expect(data.user?.identities).toMatchObject([
      { provider: "email", id: data.user?.id, identity_data: { email, sub: data.user?.id } },
    ]);
    expect(data.user).not.toHaveProperty("banned_until");
    expect(data.user?.email_confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it("runs the product's trigger in the same transaction (S3.6)", async () => {
    const { data } = await visitorOf(backend).auth.signUp({
      email: freshAddress(),
      password: GOOD_PASSWORD,
      options: { data: { full_name: "Rudo Banda" } },
    });
    const rows = await backend.admin`
      select full_name from public.profiles where id = ${data.user?.id ?? ""}`;
    expect(rows).toMatchObject([{ full_name: "Rudo Banda" }]);
  });

  it("stores a hash and no password", async () => {
    const email = freshAddress();
    await visitorOf(backend).auth.signUp({ email, password: GOOD_PASSWORD });
    const [row] = await backend.admin`
      select encrypted_password, to_jsonb(u)::text as all from auth.users u where email = ${email}`;
    expect(row?.["encrypted_password"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.["all"]).not.toContain(GOOD_PASSWORD);
  });

  it("accepts one of ten parallel sign-ups with one email address, rejects the others with 422", async () => {
    const email = freshAddress();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        callAuth(backend, "/signup", { body: { email, password: GOOD_PASSWORD } }),
      ),
    );
    const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(422)]);
    const rejected = replies.find(({ status }) => status === 422);
    expect(await rejected?.json()).toEqual({
      code: "user_already_exists",
      message: "User already registered",
    });
    const rows = await backend.admin`
      select 1 from auth.users u join auth.identities i on i.user_id = u.id
      join public.profiles p on p.id = u.id where u.email = ${email}`;
    expect(rows).toHaveLength(1);
  });

  it.each([
    [{ data: { text: "x".repeat(4_000) } }, 400, "validation_failed", "User metadata is too large"],
    [{ email: "a@example.org" }, 400, "validation_failed", "Signup requires a valid password"],
    [
      { phone: "0771234567", password: GOOD_PASSWORD },
      400,
      "validation_failed",
      "Invalid phone number format (E.164 required)",
    ],
    [
      { email: "a@example.org", phone: "+263771234567", password: GOOD_PASSWORD },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on signup.",
    ],
    [
      { email: "not an address", password: GOOD_PASSWORD },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    [
      { email: "a@example.org\r\nBcc: b@example.org", password: GOOD_PASSWORD },
      400,
      "validation_failed",
      "Unable to validate email address: invalid format",
    ],
    [
      { email: "a@example.org", password: "x".repeat(73) },
      400,
      "validation_failed",
      "Password cannot be longer than 72 characters",
    ],
    [
      {
        email: "a@example.org",
        password: GOOD_PASSWORD,
        code_challenge: "short",
        code_challenge_method: "s256",
      },
      400,
      "validation_failed",
      "code challenge has to be between 43 and 128 characters",
    ],
    [
      { email: "a@example.org", password: GOOD_PASSWORD, data: { text: "x".repeat(4_000) } },
      400,
      "validation_failed",
      "User metadata is too large",
    ],
    [
      { email: 7, password: GOOD_PASSWORD },
      400,
      "bad_json",
      "Could not parse request body as JSON",
    ],
    [
      { email: "a@example.org", password: GOOD_PASSWORD, data: { name: "a\u0000b" } },
      400,
      "bad_json",
      "Could not parse request body as JSON",
    ],
  ])("rejects %j", async (body, status, code, message) => {
    const reply = await callAuth(backend, "/signup", { body });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("x-sb-error-code")).toBe(code);
    expect(await reply.json()).toEqual({ code, message });
  });

  it.each(["{", "", "[]", "null", '"text"', '{"email":"\\ud800@example.org","password":"x"}'])(
    "responds to the body %j with bad_json",
    async (text) => {
      const reply = await fetch(`${backend.url}/auth/v1/signup`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: text,
      });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ code: 400, error_code: "bad_json" });
    },
  );

  it("rejects a form, which another site could send", async () => {
    const reply = await fetch(`${backend.url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "text/plain" },
      body: JSON.stringify({ email: freshAddress(), password: GOOD_PASSWORD }),
    });
    expect(reply.status).toBe(400);
  });

  it("gives the client the reasons for a weak password (S5.3, S9.9)", async () => {
    const { auth } = visitorOf(backend);
    const short = await auth.signUp({ email: freshAddress(), password: "ab#9k" });
    expect(short.error).toMatchObject({
      name: "AuthWeakPasswordError",
      status: 422,
      reasons: ["length"],
      message: "Password should be at least 6 characters.",
    });
    const common = await auth.signUp({ email: freshAddress(), password: "Password123" });
    expect(common.error).toMatchObject({
      code: "weak_password",
      reasons: ["pwned"],
      message: "Password is known to be weak and easy to guess, please choose a different one.",
    });
  });

  it("takes over an account for which only a code was requested", async () => {
    const email = freshAddress();
    const { auth } = visitorOf(backend);
    await auth.signInWithOtp({ email });
    const { code } = await newestMail(backend, email);
    const { data, error } = await auth.signUp({ email, password: GOOD_PASSWORD });
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
    const old = await visitorOf(backend).auth.verifyOtp({ email, token: code, type: "email" });
    expect(old.error).toMatchObject({ code: "otp_expired" });
    const again = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(again.error).toBeNull();
  });

  it.each([{ app_metadata: { role: "admin" } }, { password: OTHER_PASSWORD }])(
    "never takes over an account that an operator created with %j",
    async (extra) => {
      const email = freshAddress();
      const password = "administrators-kettle-1";
      await operatorOf(backend).auth.admin.createUser({
        email,
        ...extra,
        ...("password" in extra ? { password } : {}),
      });
      const { error } = await visitorOf(backend).auth.signUp({ email, password: GOOD_PASSWORD });
      expect(error).toMatchObject({ status: 422, code: "user_already_exists" });
    },
  );
});

describe("sign-up with confirmation", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ settings: { confirmEmail: true } });
  });
  afterAll(() => backend.close());

  it("mails a link, rejects the password until then, and signs in by the code", async () => {
    const email = freshAddress();
    const { auth } = visitorOf(backend);
    const { data, error } = await auth.signUp({
      email,
      password: GOOD_PASSWORD,
      options: { data: { language: "fr" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { language: "fr" } });
    expect(data.user?.confirmation_sent_at).toMatch(/Z$/);
    expect(data.user).not.toHaveProperty("email_confirmed_at");

    const early = await auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });

    const mail = await newestMail(backend, email);
    expect(mail).toMatchObject({ kind: "signup" });
    expect(mail.subject).toContain("Confirmez votre adresse");
    expect(mail.link?.searchParams.get("type")).toBe("signup");
    const verified = await auth.verifyOtp({ email, token: mail.code, type: "signup" });
    expect(verified.error).toBeNull();
    expect(verified.data.session?.user).toMatchObject({
      user_metadata: { language: "fr", email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    const late = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(late.error).toBeNull();
  });

  it("responds to a known email address with a made-up account and mails its owner", async () => {
    const email = freshAddress();
    const { data: made } = await operatorOf(backend).auth.admin.createUser({
      email,
      password: GOOD_PASSWORD,
      email_confirm: true,
    });
    const { data, error } = await visitorOf(backend).auth.signUp({
      email,
      password: OTHER_PASSWORD,
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [], role: "authenticated" });
    expect(data.user?.id).not.toBe(made.user?.id);
    const mail = await newestMail(backend, email);
    expect(mail).toMatchObject({ kind: "already_registered", code: "", link: null });
    const fresh = freshAddress();
    const other = await visitorOf(backend).auth.signUp({ email: fresh, password: OTHER_PASSWORD });
    expect(Object.keys(other.data.user ?? {}).toSorted()).toEqual(
      Object.keys(data.user ?? {}).toSorted(),
    );
  });

  it("clears the password when a second sign-up has another one", async () => {
    const email = freshAddress();
    await visitorOf(backend).auth.signUp({ email, password: "the-strangers-pick-8" });
    backend.advance(61_000);
    const { auth } = visitorOf(backend);
    await auth.signUp({ email, password: GOOD_PASSWORD });
    const { code } = await newestMail(backend, email, 2);
    const { error } = await auth.verifyOtp({ email, token: code, type: "signup" });
    expect(error).toBeNull();
    for (const password of ["the-strangers-pick-8", GOOD_PASSWORD]) {
      const attempt = await visitorOf(backend).auth.signInWithPassword({ email, password });
      expect(attempt.error).toMatchObject({ code: "invalid_credentials" });
    }
    const chosen = await auth.updateUser({ password: GOOD_PASSWORD });
    expect(chosen.error).toBeNull();
  });

  it("keeps the password of a repeated sign-up", async () => {
    const email = freshAddress();
    const { auth } = visitorOf(backend);
    await auth.signUp({ email, password: GOOD_PASSWORD });
    backend.advance(61_000);
    await auth.signUp({ email, password: GOOD_PASSWORD });
    const { code } = await newestMail(backend, email, 2);
    await auth.verifyOtp({ email, token: code, type: "email" });
    const attempt = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(attempt.error).toBeNull();
  });

  it("mails an email address once a minute, known or not", async () => {
    const email = freshAddress();
    const { auth } = visitorOf(backend);
    await auth.signUp({ email, password: GOOD_PASSWORD });
    const { error } = await auth.signUp({ email, password: GOOD_PASSWORD });
    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(error?.message).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
    expect(mailsTo(backend, email).length).toBeLessThanOrEqual(1);
  });

  it("responds alike when sign-up is off", async () => {
    const closed = await startTestBackend({ settings: { disableSignup: true } });
    try {
      const { error } = await visitorOf(closed).auth.signUp({
        email: freshAddress(),
        password: GOOD_PASSWORD,
      });
      expect(error).toMatchObject({
        status: 422,
        code: "signup_disabled",
        message: "Signups not allowed for this instance",
      });
      const email = freshAddress();
      const otp = await visitorOf(closed).auth.signInWithOtp({ email });
      expect(otp.error).toBeNull();
      expect(await closed.admin`select 1 from auth.users where email = ${email}`).toEqual([]);
    } finally {
      await closed.close();
    }
  });
});
