import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  operatorOf,
  OTHER_PASSWORD,
  visitorOf,
} from "./auth-client.fixture.ts";
import { followLink, newestMail } from "#backend/testing/sent-mails.ts";
import { purgeExpired } from "./store/purge-expired.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

describe("an anonymous account", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("has a session, no email, no identity, and is_anonymous in its token", async () => {
    const client = visitorOf(backend);
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { a: 1 } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: "",
      phone: "",
      identities: [],
      app_metadata: {},
      user_metadata: { a: 1 },
      role: "authenticated",
    });
    const claims = await client.auth.getClaims();
    expect(claims.data?.claims).toMatchObject({
      is_anonymous: true,
      aal: "aal1",
      amr: [{ method: "anonymous" }],
    });
    const { error: restError } = await client.from("profiles").select();
    expect(restError).toBeNull();
  });

  it("becomes permanent with an email address when confirmation is off", async () => {
    const client = visitorOf(backend);
    const { data } = await client.auth.signInAnonymously();
    const email = freshAddress();
    const changed = await client.auth.updateUser({ email, password: GOOD_PASSWORD });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({
      id: data.user?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email" }],
    });
    const refreshed = await client.auth.refreshSession();
    expect(refreshed.data.user?.is_anonymous).toBe(false);
    const again = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(again.data.user?.id).toBe(data.user?.id);
  });

  it("becomes permanent with a phone number", async () => {
    const client = visitorOf(backend);
    await client.auth.signInAnonymously();
    const changed = await client.auth.updateUser({ phone: "+263 77 1000001" });
    expect(changed.data.user).toMatchObject({
      phone: "263771000001",
      is_anonymous: false,
      app_metadata: { provider: "phone", providers: ["phone"] },
    });
  });

  it("accepts no password without an email address, and no email address of another account", async () => {
    const client = visitorOf(backend);
    await client.auth.signInAnonymously();
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toMatchObject({
      status: 422,
      code: "validation_failed",
      message: "Updating password of an anonymous user without an email or phone is not allowed",
    });
    const email = freshAddress();
    await visitorOf(backend).auth.signUp({ email, password: GOOD_PASSWORD });
    expect((await client.auth.updateUser({ email })).error).toMatchObject({ code: "email_exists" });
  });

  it("is deleted a month after its last session ended", async () => {
    const client = visitorOf(backend);
    const { data } = await client.auth.signInAnonymously();
    const id = data.user?.id ?? "";
    const admin = operatorOf(backend).auth.admin;
    const later = { sql: backend.database.auth, now: () => Date.now() + 31 * DAY_MS };
    await purgeExpired(later);
    expect((await admin.getUserById(id)).error).toBeNull();
    await client.auth.signOut();
    await purgeExpired(later);
    expect((await admin.getUserById(id)).error).toMatchObject({ code: "user_not_found" });
  });

  it("counts against the limit of its network", async () => {
    const strict = await startTestBackend({ settings: { rateLimitFactor: 1 / 30 } });
    const replies = [];
    for (let count = 0; count < 3; count += 1) {
      replies.push(await callAuth(strict, "/signup", { body: {} }));
    }
    await strict.close();
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 429]);
  });
});

describe("an anonymous account with email confirmation", () => {
  it("keeps its session until its first email address is confirmed", async () => {
    const backend = await startTestBackend({ settings: { confirmEmail: true } });
    const client = visitorOf(backend);
    await client.auth.signInAnonymously();
    const email = freshAddress();
    const requested = await client.auth.updateUser({ email });
    expect(requested.data.user).toMatchObject({ is_anonymous: true, email: "", new_email: email });
    const mail = await newestMail(backend, email);
    const { fragment } = await followLink(mail.link);
    expect(fragment["access_token"]).toBeDefined();
    const refreshed = await client.auth.refreshSession();
    expect(refreshed.data.user).toMatchObject({ email, is_anonymous: false });
    await backend.close();
  });
});
