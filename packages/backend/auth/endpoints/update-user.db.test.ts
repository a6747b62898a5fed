import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  type Member,
  operatorOf,
  OTHER_PASSWORD,
  tokenOf,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
import { mailsTo, newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const MINUTE_MS = 60_000;
/** Older than 15 minutes; its access token must be refreshed first. */
const STALE_MS = 16 * MINUTE_MS;

describe("PUT /user", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  /** Makes a session stale and refreshes the client's access token. */
  async function growStale({ client }: Pick<Member, "client">): Promise<void> {
    backend.advance(STALE_MS);
    const { error } = await client.auth.refreshSession();
    if (error !== null) throw error;
  }

  it("merges metadata by key and removes null (S7.31)", async () => {
    const { client } = await joinAs(backend, { full_name: "Ada Moyo", city: "Harare" });
    const { data, error } = await client.auth.updateUser({
      data: { city: null, language: "fr" },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({
      email_verified: true,
      full_name: "Ada Moyo",
      language: "fr",
    });
  });

  it("rejects changes of app_metadata and role", async () => {
    const member = await joinAs(backend);
    const authorization = `Bearer ${await tokenOf(member)}`;
    const rejected = await callAuth(backend, "/user", {
      method: "PUT",
      headers: { authorization },
      body: { app_metadata: { role: "admin" } },
    });
    expect(rejected.status).toBe(403);
    expect(await rejected.json()).toMatchObject({ code: "not_admin" });
    const ignored = await callAuth(backend, "/user", {
      method: "PUT",
      headers: { authorization },
      body: { role: "service_role", id: crypto.randomUUID(), data: { app_metadata: 1 } },
    });
    expect(ignored.status).toBe(200);
    expect(await ignored.json()).toMatchObject({
      id: member.id,
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
    });
  });

  it("changes the password in a fresh session, ends the others and mails a notice (S7.14)", async () => {
    const member = await joinAs(backend);
    const other = visitorOf(backend);
    await other.auth.signInWithPassword({ email: member.email, password: GOOD_PASSWORD });
    const { error } = await member.client.auth.updateUser({ password: OTHER_PASSWORD });
    expect(error).toBeNull();
    expect((await member.client.auth.getUser()).error).toBeNull();
    expect((await other.auth.refreshSession()).error).toMatchObject({
      code: "refresh_token_not_found",
    });
    const old = await other.auth.signInWithPassword({
      email: member.email,
      password: GOOD_PASSWORD,
    });
    expect(old.error).toMatchObject({ code: "invalid_credentials" });
    const fresh = await other.auth.signInWithPassword({
      email: member.email,
      password: OTHER_PASSWORD,
    });
    expect(fresh.error).toBeNull();
    expect(await newestMail(backend, member.email)).toMatchObject({ kind: "password_changed" });
  });

  it("requires the current password in a session older than 15 minutes", async () => {
    const member = await joinAs(backend);
    await growStale(member);
    const { auth } = member.client;
    const message = "Current password required when setting new password.";
    expect((await auth.updateUser({ password: OTHER_PASSWORD })).error).toMatchObject({
      status: 400,
      code: "current_password_required",
      message,
    });
    const wrong = { password: OTHER_PASSWORD, current_password: "wrong-kettle" };
    expect((await auth.updateUser(wrong)).error).toMatchObject({
      status: 400,
      code: "current_password_invalid",
      message,
    });
    const same = { password: GOOD_PASSWORD, current_password: GOOD_PASSWORD };
    expect((await auth.updateUser(same)).error).toMatchObject({ code: "same_password" });
    const right = { password: OTHER_PASSWORD, current_password: GOOD_PASSWORD };
    expect((await auth.updateUser(right)).error).toBeNull();
  });

  it("accepts a mailed nonce instead of the current password, once", async () => {
    const member = await joinAs(backend);
    await growStale(member);
    const { auth } = member.client;
    expect((await auth.reauthenticate()).error).toBeNull();
    const { code } = await newestMail(backend, member.email);
    const bad = code === "000000" ? "000001" : "000000";
    expect((await auth.updateUser({ password: OTHER_PASSWORD, nonce: bad })).error).toMatchObject({
      status: 422,
      code: "reauthentication_not_valid",
      message: "Nonce has expired or is invalid",
    });
    expect((await auth.updateUser({ password: OTHER_PASSWORD, nonce: code })).error).toBeNull();
    expect((await auth.updateUser({ password: GOOD_PASSWORD, nonce: code })).error).toMatchObject({
      code: "reauthentication_not_valid",
    });
  });

  it("requires reauthentication for an account without a password", async () => {
    const email = freshAddress();
    const client = visitorOf(backend);
    await client.auth.signInWithOtp({ email });
    const { code } = await newestMail(backend, email);
    await client.auth.verifyOtp({ email, token: code, type: "email" });
    await growStale({ client });
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
      message: "Password update requires reauthentication",
    });
  });

  it("rejects the same and a weak password", async () => {
    const { client } = await joinAs(backend);
    expect((await client.auth.updateUser({ password: GOOD_PASSWORD })).error).toMatchObject({
      status: 422,
      code: "same_password",
      message: "New password should be different from the old password.",
    });
    expect((await client.auth.updateUser({ password: "12345" })).error).toMatchObject({
      status: 422,
      code: "weak_password",
      reasons: ["length"],
    });
    expect((await client.auth.updateUser({ password: "x".repeat(73) })).error).toMatchObject({
      status: 400,
      code: "validation_failed",
    });
  });

  it("requires longer passwords of administrators", async () => {
    const member = await joinAs(backend);
    await operatorOf(backend).auth.admin.updateUserById(member.id, {
      app_metadata: { role: "admin" },
    });
    const { error } = await member.client.auth.updateUser({ password: "kettle-mist-12" });
    expect(error?.message).toBe("Password should be at least 15 characters.");
  });

  it("changes the email address once both mailboxes confirm, and ends all sessions", async () => {
    const member = await joinAs(backend);
    const newEmail = freshAddress();
    const { data, error } = await member.client.auth.updateUser({ email: newEmail });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: member.email, new_email: newEmail });

    const toNew = await newestMail(backend, newEmail);
    const toOld = await newestMail(backend, member.email);
    expect([toNew.kind, toOld.kind]).toEqual(["email_change", "email_change"]);
    const half = await callAuth(backend, "/verify", {
      body: { type: "email_change", email: newEmail, token: toNew.code },
    });
    expect(half.status).toBe(200);
    expect(await half.json()).toEqual({
      msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      code: "200",
    });
    const again = await callAuth(backend, "/verify", {
      body: { type: "email_change", email: newEmail, token: toNew.code },
    });
    expect(again.status).toBe(403);
    const visitor = visitorOf(backend);
    const whole = await visitor.auth.verifyOtp({
      email: member.email,
      token: toOld.code,
      type: "email_change",
    });
    expect(whole.error).toBeNull();
    expect(whole.data.user).toMatchObject({ email: newEmail });
    expect(whole.data.user).not.toHaveProperty("new_email");
    expect(whole.data.user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail });
    expect((await member.client.auth.refreshSession()).error).not.toBeNull();
    const notice = await newestMail(backend, member.email, 2);
    expect(notice).toMatchObject({ kind: "email_changed" });
    expect(notice.text).toContain(newEmail);
    const signedIn = await visitorOf(backend).auth.signInWithPassword({
      email: newEmail,
      password: GOOD_PASSWORD,
    });
    expect(signedIn.error).toBeNull();
  });

  it("rejects an email address that is taken, malformed, or requested by a stale session", async () => {
    const taken = await joinAs(backend);
    const member = await joinAs(backend);
    const { auth } = member.client;
    expect((await auth.updateUser({ email: taken.email })).error).toMatchObject({
      status: 422,
      code: "email_exists",
      message: "A user with this email address has already been registered",
    });
    expect((await auth.updateUser({ email: "nowhere" })).error).toMatchObject({
      code: "validation_failed",
    });
    await growStale(member);
    expect((await auth.updateUser({ email: freshAddress() })).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
    });
  });

  it("does nothing when the account has the email address already", async () => {
    const member = await joinAs(backend);
    const { error } = await member.client.auth.updateUser({ email: member.email });
    expect(error).toBeNull();
    expect(mailsTo(backend, member.email)).toEqual([]);
  });

  it("rejects an invalid phone number", async () => {
    const { client } = await joinAs(backend);
    expect((await client.auth.updateUser({ phone: "0771234567" })).error).toMatchObject({
      status: 400,
      code: "validation_failed",
    });
  });

  it("applies all changes of a request or none", async () => {
    const { client } = await joinAs(backend, { full_name: "Ada Moyo" });
    const { error } = await client.auth.updateUser({
      data: { full_name: "Eve" },
      password: "12345",
    });
    expect(error).toMatchObject({ code: "weak_password" });
    const { data } = await client.auth.getUser();
    expect(data.user?.user_metadata).toMatchObject({ full_name: "Ada Moyo" });
  });
});

describe("limits of an account", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ settings: { rateLimitFactor: 1 } });
  });
  afterAll(() => backend.close());

  it("allow 30 updates in five minutes", async () => {
    const { auth } = visitorOf(backend);
    await auth.signUp({ email: freshAddress(), password: GOOD_PASSWORD });
    const { data } = await auth.getSession();
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      const reply = await callAuth(backend, "/user", {
        method: "PUT",
        headers: { authorization: `Bearer ${data.session?.access_token}` },
        body: { data: { count } },
      });
      statuses.push(reply.status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(statuses[30]).toBe(429);
  });

  it("allow ten attempts at a password change in ten minutes", async () => {
    const { auth } = visitorOf(backend);
    await auth.signUp({ email: freshAddress(), password: GOOD_PASSWORD });
    const attempt = { password: OTHER_PASSWORD, current_password: "wrong-kettle" };
    for (let count = 0; count < 10; count += 1) {
      expect((await auth.updateUser(attempt)).error).toMatchObject({
        code: "current_password_invalid",
      });
    }
    expect((await auth.updateUser(attempt)).error).toMatchObject({
      status: 429,
      code: "over_request_rate_limit",
      message: "Request rate limit reached",
    });
  });
});
