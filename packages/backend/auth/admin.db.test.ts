import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  operatorOf,
  OTHER_PASSWORD,
  visitorOf,
} from "./auth-client.fixture.ts";
import { newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("the admin API", () => {
  let backend: TestBackend;
  let admin: SupabaseClient["auth"]["admin"];
  beforeAll(async () => {
    backend = await startTestBackend();
    ({ admin } = operatorOf(backend).auth);
  });
  afterAll(() => backend.close());

  async function make(
    extra: object = {},
  ): Promise<{ readonly id: string; readonly email: string }> {
    const email = freshAddress();
    const { data, error } = await admin.createUser({
      email,
      password: GOOD_PASSWORD,
      email_confirm: true,
      ...extra,
    });
    expect(error).toBeNull();
    return { id: data.user?.id ?? "", email };
  }

  const ROUTES = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${crypto.randomUUID()}`],
    ["PUT", `/admin/users/${crypto.randomUUID()}`],
    ["DELETE", `/admin/users/${crypto.randomUUID()}`],
    ["GET", `/admin/users/${crypto.randomUUID()}/factors`],
    ["POST", "/invite"],
    ["POST", "/admin/generate_link"],
  ] as const;

  it.each(ROUTES)("rejects %s %s without the secret key", async (method, path) => {
    const anonymous = await callAuth(backend, path, { method });
    expect(anonymous.status).toBe(401);
    expect(await anonymous.json()).toMatchObject({ code: "no_authorization" });
    const { data } = await visitorOf(backend).auth.signUp({
      email: freshAddress(),
      password: GOOD_PASSWORD,
    });
    for (const bearer of [backend.publishableKey, data.session?.access_token]) {
      const reply = await callAuth(backend, path, {
        method,
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect(reply.status).toBe(403);
      expect(await reply.json()).toEqual({ code: "not_admin", message: "User not allowed" });
    }
  });

  it("creates confirmed and unconfirmed accounts with metadata and a given id", async () => {
    const id = crypto.randomUUID();
    const email = freshAddress();
    const { data, error } = await admin.createUser({
      id,
      email,
      password: GOOD_PASSWORD,
      user_metadata: { full_name: "Ada Moyo" },
      app_metadata: { role: "editor" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email,
      user_metadata: { full_name: "Ada Moyo" },
      app_metadata: { provider: "email", providers: ["email"], role: "editor" },
      identities: [{ provider: "email" }],
    });
    expect(data.user).not.toHaveProperty("email_confirmed_at");
    const confirmed = await make();
    const shown = await admin.getUserById(confirmed.id);
    expect(shown.data.user?.email_confirmed_at).toMatch(/Z$/);
  });

  it("rejects an existing account, a missing email, and an invalid hash, role or phone", async () => {
    const { id, email } = await make();
    const cases: [object, number, string][] = [
      [{ email }, 422, "email_exists"],
      [{ email: freshAddress(), id }, 422, "conflict"],
      [{}, 400, "validation_failed"],
      [{ email: freshAddress(), id: "7" }, 400, "validation_failed"],
      [{ email: freshAddress(), password_hash: "md5" }, 400, "validation_failed"],
      [{ email: freshAddress(), password: "12345" }, 422, "weak_password"],
      [{ email: freshAddress(), role: "service_role" }, 400, "validation_failed"],
      [{ email: freshAddress(), role: "supabase_admin" }, 400, "validation_failed"],
      [{ email: freshAddress(), ban_duration: "forever" }, 400, "validation_failed"],
      [{ email: freshAddress(), phone: "0771234567" }, 400, "validation_failed"],
      [{ email: freshAddress(), app_metadata: { t: "x".repeat(2_000) } }, 400, "validation_failed"],
      [
        { email: freshAddress(), password: "kettle-mist-12", app_metadata: { role: "admin" } },
        422,
        "weak_password",
      ],
    ];
    for (const [body, status, code] of cases) {
      const { error } = await admin.createUser(body);
      expect(error).toMatchObject({ status, code });
    }
  });

  it("lists accounts in pages, with the count and links for the client (S7.38)", async () => {
    for (let count = 0; count < 5; count += 1) await make();
    const total = await backend.admin<{ n: number }[]>`select count(*)::int n from auth.users`;
    const all = total[0]?.n ?? 0;
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data).toMatchObject({ aud: "authenticated", nextPage: 2, total: all });
    expect(data.users).toHaveLength(2);
    const reply = await callAuth(backend, "/admin/users?page=1&per_page=2", {
      key: backend.secretKey,
      headers: { authorization: `Bearer ${backend.secretKey}` },
    });
    expect(reply.headers.get("x-total-count")).toBe(String(all));
    const base = `${backend.url}/auth/v1/admin/users`;
    expect(reply.headers.get("link")).toBe(
      `<${base}?page=2&per_page=2>; rel="next", <${base}?page=${Math.ceil(all / 2)}&per_page=2>; rel="last"`,
    );
    const seen = new Set<string>();
    for (let page = 1; page <= Math.ceil(all / 2); page += 1) {
      const { data: part } = await admin.listUsers({ page, perPage: 2 });
      for (const user of part.users) seen.add(user.id);
    }
    expect(seen.size).toBe(all);
    const last = await admin.listUsers({ page: 1, perPage: 1_000 });
    expect(last.data).toMatchObject({ nextPage: null, lastPage: 1 });
  });

  it.each(["page=0", "page=x", "per_page=0", "per_page=-1"])("rejects ?%s", async (query) => {
    const reply = await callAuth(backend, `/admin/users?${query}`, { key: backend.secretKey });
    expect(reply.status).toBe(400);
    expect((await reply.json()).message).toMatch(/^Bad Pagination Parameters: /);
  });

  it("changes metadata by key, password, email and confirmation", async () => {
    const { id, email } = await make({ user_metadata: { a: 1, b: 2 } });
    const member = visitorOf(backend);
    await member.auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    const newEmail = freshAddress();
    const { data, error } = await admin.updateUserById(id, {
      email: newEmail,
      password: OTHER_PASSWORD,
      user_metadata: { b: null, c: 3 },
      app_metadata: { role: "admin" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: newEmail,
      user_metadata: { a: 1, c: 3 },
      app_metadata: { role: "admin", provider: "email" },
    });
    expect(data.user?.user_metadata).not.toHaveProperty("b");
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail });
    expect((await member.auth.refreshSession()).error).not.toBeNull();
    const fresh = await visitorOf(backend).auth.signInWithPassword({
      email: newEmail,
      password: OTHER_PASSWORD,
    });
    expect(fresh.error).toBeNull();
    const other = await make();
    expect((await admin.updateUserById(other.id, { email: newEmail })).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
  });

  it("names the error of an id (S5.19)", async () => {
    for (const [method, path] of [
      ["GET", "/admin/users/7"],
      ["PUT", "/admin/users/7"],
      ["DELETE", "/admin/users/7"],
    ] as const) {
      const reply = await callAuth(backend, path, { method, key: backend.secretKey });
      expect(reply.status).toBe(404);
      expect(await reply.json()).toEqual({
        code: "validation_failed",
        message: "user_id must be an UUID",
      });
    }
    expect((await admin.getUserById(crypto.randomUUID())).error).toMatchObject({
      status: 404,
      code: "user_not_found",
      message: "User not found",
    });
  });

  it("deletes an account with all its rows", async () => {
    const { id, email } = await make();
    const member = visitorOf(backend);
    await member.auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    const reply = await callAuth(backend, `/admin/users/${id}`, {
      method: "DELETE",
      key: backend.secretKey,
      body: { should_soft_delete: false },
    });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({});
    for (const table of ["identities", "sessions", "one_time_tokens"]) {
      const rows = await backend.admin`
        select 1 from ${backend.admin(`auth.${table}`)} where user_id = ${id}`;
      expect(rows).toEqual([]);
    }
    expect(await backend.admin`select 1 from auth.refresh_tokens where user_id = ${id}`).toEqual(
      [],
    );
    expect(await backend.admin`select 1 from public.profiles where id = ${id}`).toEqual([]);
    const again = await admin.createUser({ email, password: GOOD_PASSWORD });
    expect(again.error).toBeNull();
  });

  it("deletes softly: keeps the id, removes personal data, frees the email address", async () => {
    const { id, email } = await make({ user_metadata: { full_name: "Ada Moyo" } });
    const member = visitorOf(backend);
    await member.auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    const [row] = await backend.admin`
      select to_jsonb(u)::text || (select string_agg(to_jsonb(i)::text, '')
        from auth.identities i where i.user_id = u.id) as all from auth.users u where u.id = ${id}`;
    expect(row?.["all"]).not.toMatch(/Ada Moyo|example\.org/);
    expect((await member.auth.refreshSession()).error).not.toBeNull();
    const signIn = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(signIn.error).toMatchObject({ code: "invalid_credentials" });
    const again = await visitorOf(backend).auth.signUp({ email, password: GOOD_PASSWORD });
    expect(again.error).toBeNull();
    expect((await admin.deleteUser(id, true)).error).toBeNull();
  });

  it("invites by mail; the guest signs in and sets a password", async () => {
    const email = freshAddress();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { full_name: "Ada" } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: "Ada" } });
    expect(data.user?.invited_at).toMatch(/Z$/);
    const mail = await newestMail(backend, email);
    expect(mail.kind).toBe("invite");
    const { auth } = visitorOf(backend);
    const signUp = await auth.signUp({ email, password: GOOD_PASSWORD });
    expect(signUp.error).toMatchObject({ code: "user_already_exists" });
    expect((await auth.verifyOtp({ email, token: mail.code, type: "invite" })).error).toBeNull();
    expect((await auth.updateUser({ password: GOOD_PASSWORD })).error).toBeNull();
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
  });

  it.each(["signup", "invite", "magiclink", "recovery"] as const)(
    "generates a %s link without a mail",
    async (type) => {
      const email = type === "signup" || type === "invite" ? freshAddress() : (await make()).email;
      const { data, error } = await admin.generateLink({
        type,
        email,
        password: GOOD_PASSWORD,
        options: { redirectTo: `${backend.url}/welcome` },
      });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email });
      expect(data.properties).toMatchObject({
        verification_type: type,
        redirect_to: `${backend.url}/welcome`,
        email_otp: expect.stringMatching(/^\d{6}$/),
      });
      const link = new URL(data.properties?.action_link ?? "");
      expect(link.searchParams.get("token")).toBe(data.properties?.hashed_token);
      const { auth } = visitorOf(backend);
      const verified = await auth.verifyOtp({
        token_hash: data.properties?.hashed_token ?? "",
        type,
      });
      expect(verified.error).toBeNull();
    },
  );

  it("generates both links of an email change", async () => {
    const { email } = await make();
    const newEmail = freshAddress();
    const { auth } = visitorOf(backend);
    for (const type of ["email_change_current", "email_change_new"] as const) {
      const { data, error } = await admin.generateLink({ type, email, newEmail });
      expect(error).toBeNull();
      expect(data.user?.new_email).toBe(newEmail);
      await auth.verifyOtp({
        token_hash: data.properties?.hashed_token ?? "",
        type: "email_change",
      });
      const rows = await backend.admin`select 1 from auth.users where email = ${newEmail}`;
      expect(rows).toHaveLength(0);
    }
  });

  it("rejects links that it cannot generate", async () => {
    const { email } = await make();
    const cases: [object, number, string][] = [
      [{ type: "nonsense", email }, 400, "validation_failed"],
      [{ type: "recovery", email: freshAddress() }, 404, "user_not_found"],
      [{ type: "signup", email, password: GOOD_PASSWORD }, 422, "email_exists"],
      [{ type: "signup", email: freshAddress() }, 400, "validation_failed"],
      [{ type: "invite", email }, 422, "email_exists"],
      [{ type: "email_change_new", email, new_email: email }, 422, "email_exists"],
    ];
    for (const [body, status, code] of cases) {
      const reply = await callAuth(backend, "/admin/generate_link", {
        key: backend.secretKey,
        body,
      });
      expect(reply.status).toBe(status);
      expect(await reply.json()).toMatchObject({ code });
    }
  });
});
