import { hash as hashWithBcrypt } from "@node-rs/bcrypt";
import { decodeJwt, decodeProtectedHeader, jwtVerify, createLocalJWKSet } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  operatorOf,
  visitorOf,
} from "./auth-client.fixture.ts";
import { newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("sign-in with a password", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  async function signUp(): Promise<string> {
    const email = freshAddress();
    const { error } = await visitorOf(backend).auth.signUp({ email, password: GOOD_PASSWORD });
    expect(error).toBeNull();
    return email;
  }

  it("finds an imported account with capitals in its email address, with every method", async () => {
    const email = await signUp();
    const moved = email.replace("person", "Person").replace("example", "EXAMPLE");
    await backend.admin`update auth.users set email = ${moved} where email = ${email}`;
    for (const typed of [email, moved, email.toUpperCase()]) {
      const { auth } = visitorOf(backend);
      const signedIn = await auth.signInWithPassword({ email: typed, password: GOOD_PASSWORD });
      expect(signedIn.error).toBeNull();
      const signedUp = await auth.signUp({ email: typed, password: GOOD_PASSWORD });
      expect(signedUp.error).toMatchObject({ code: "user_already_exists" });
    }
    const { auth } = visitorOf(backend);
    await auth.signInWithOtp({ email });
    const { code } = await newestMail(backend, moved);
    expect((await auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
    expect((await auth.updateUser({ email })).error).toBeNull();
    const [{ accounts } = {}] = await backend.admin`
      select count(*)::int as accounts from auth.users where lower(email) = ${email}`;
    expect(accounts).toBe(1);
  });

  it("prefers the lower-case email address where two accounts differ by case only", async () => {
    const email = await signUp();
    await backend.admin`
      insert into auth.users (id, email, created_at)
      values (gen_random_uuid(), ${email.toUpperCase()}, '2020-01-01')`;
    const { auth } = visitorOf(backend);
    const { data } = await auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    expect(data.user?.email).toBe(email);
  });

  it("returns a token with Supabase's claims, signed with the server's key (S3.2, S7.5)", async () => {
    const email = await signUp();
    const { data } = await visitorOf(backend).auth.signInWithPassword({
      email: email.toUpperCase(),
      password: GOOD_PASSWORD,
    });
    const token = data.session?.access_token ?? "";
    const jwks = await (await callAuth(backend, "/.well-known/jwks.json", { key: null })).json();
    const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
      issuer: `${backend.url}/auth/v1`,
      audience: "authenticated",
    });
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(payload).toMatchObject({
      sub: data.user?.id,
      role: "authenticated",
      email,
      phone: "",
      is_anonymous: false,
      aal: "aal1",
      app_metadata: { provider: "email" },
      user_metadata: { email_verified: true },
    });
    expect(payload["session_id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(payload["amr"]).toEqual([{ method: "password", timestamp: expect.any(Number) }]);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
    expect(data.session?.expires_at).toBe(payload.exp);
    expect(data.user?.last_sign_in_at).toMatch(/Z$/);
  });

  it("responds alike to a wrong password, an unknown email address and an account without a password (S8.22)", async () => {
    const known = await signUp();
    const passwordless = freshAddress();
    await operatorOf(backend).auth.admin.createUser({ email: passwordless, email_confirm: true });
    for (const email of [known, freshAddress(), passwordless, "not an address"]) {
      const reply = await callAuth(backend, "/token?grant_type=password", {
        body: { email, password: "wrong-kettle" },
      });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toEqual({
        code: "invalid_credentials",
        message: "Invalid login credentials",
      });
    }
  });

  it.each([
    [{}, 400, "validation_failed", "missing email or phone"],
    [
      { phone: "+263771234567", password: "x" },
      400,
      "invalid_credentials",
      "Invalid login credentials",
    ],
    [
      { email: "a@example.org", phone: "+263771234567", password: "x" },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on login.",
    ],
  ])("rejects %j", async (body, status, code, message) => {
    const reply = await callAuth(backend, "/token?grant_type=password", { body });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual({ code, message });
  });

  it("reports a ban only after the right password", async () => {
    const email = await signUp();
    const { data } = await operatorOf(backend).auth.admin.listUsers({ perPage: 1_000 });
    const id = data.users.find((user) => user.email === email)?.id ?? "";
    await operatorOf(backend).auth.admin.updateUserById(id, { ban_duration: "24h" });
    const { auth } = visitorOf(backend);
    const wrong = await auth.signInWithPassword({ email, password: "wrong-kettle" });
    expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
    const right = await auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    expect(right.error).toMatchObject({
      status: 400,
      code: "user_banned",
      message: "User is banned",
    });
    await operatorOf(backend).auth.admin.updateUserById(id, { ban_duration: "none" });
    expect((await auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error).toBeNull();
  });

  it("replaces an imported bcrypt hash at the first sign-in", async () => {
    const email = freshAddress();
    const imported = await hashWithBcrypt(GOOD_PASSWORD, { cost: 4 });
    const { error } = await operatorOf(backend).auth.admin.createUser({
      email,
      password_hash: imported,
      email_confirm: true,
    });
    expect(error).toBeNull();
    for (let count = 0; count < 2; count += 1) {
      const attempt = await visitorOf(backend).auth.signInWithPassword({
        email,
        password: GOOD_PASSWORD,
      });
      expect(attempt.error).toBeNull();
      const [row] = await backend.admin`
        select encrypted_password from auth.users where email = ${email}`;
      expect(row?.["encrypted_password"]).toMatch(/^\$argon2id\$/);
    }
  });

  it("opens no session for a password that changes at the same moment", async () => {
    const email = await signUp();
    const { auth } = visitorOf(backend);
    await auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    const results = await Promise.all([
      auth.updateUser({ password: "a-brand-new-lantern-5" }),
      ...Array.from({ length: 4 }, () =>
        callAuth(backend, "/token?grant_type=password", {
          body: { email, password: GOOD_PASSWORD },
        }),
      ),
    ]);
    expect(results[0].error).toBeNull();
    const sessions = await backend.admin`
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
    expect(sessions).toHaveLength(1);
  });

  it.each([
    ["", { code: "invalid_credentials", message: "unsupported_grant_type" }],
    ["client_credentials", { code: "invalid_credentials", message: "unsupported_grant_type" }],
    ["id_token", { error: "invalid request", error_description: "id_token required" }],
    ["web3", { code: "web3_unsupported_chain", message: "Unsupported chain" }],
  ])("rejects grant_type=%s without parameters", async (grantType, error) => {
    const reply = await callAuth(backend, `/token?grant_type=${grantType}`, { body: {} });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual(error);
  });

  it("logs user and network in the audit log, without IP", async () => {
    const email = await signUp();
    await visitorOf(backend).auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    const rows = await backend.admin<{ payload: { action: string }; ip_address: string }[]>`
      select payload, ip_address from auth.audit_log_entries a
      join auth.users u on u.id::text = a.payload ->> 'actor_id' where u.email = ${email}
      order by a.created_at`;
    expect(rows.map(({ payload }) => payload.action)).toEqual(["user_signedup", "login"]);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(rows[0]?.ip_address).toBe("127.0.0");
  });

  it("passes the token to PostgreSQL, which reads the user from it", async () => {
    const email = await signUp();
    const client = visitorOf(backend);
    const { data } = await client.auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    const { sub } = decodeJwt(data.session?.access_token ?? "");
    const { data: profile } = await client.from("profiles").select("id").single();
    expect(profile).toEqual({ id: sub });
  });
});
