import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/test-backend.ts";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  operatorOf,
  OTHER_PASSWORD,
  visitorOf,
} from "./auth-client.fixture.ts";
import { followLink, newestMail } from "./sent-mails.fixture.ts";
import { purgeExpired } from "./store/purge-expired.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

describe("an anonymous account", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("has a session, no address, no identity, and says so in its token", async () => {
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

  it("becomes a full one at once by an address where none is confirmed", async () => {
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

  it("becomes one by a number", async () => {
    const client = visitorOf(backend);
    await client.auth.signInAnonymously();
    const changed = await client.auth.updateUser({ phone: "+263 77 1000001" });
    expect(changed.data.user).toMatchObject({
      phone: "263771000001",
      is_anonymous: false,
      app_metadata: { provider: "phone", providers: ["phone"] },
    });
  });

  it("takes no password before it has an address, and no address of somebody else", async () => {
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

  it("is gone a month after its last session", async () => {
    const client = visitorOf(backend);
    const { data } = await client.auth.signInAnonymously();
    const id = data.user?.id ?? "";
    const admin = operatorOf(backend).auth.admin;
    const sweep = { sql: backend.database.auth, now: () => Date.now() + 31 * DAY_MS };
    await purgeExpired(sweep);
    expect((await admin.getUserById(id)).error).toBeNull();
    await client.auth.signOut();
    await purgeExpired(sweep);
    expect((await admin.getUserById(id)).error).toMatchObject({ code: "user_not_found" });
  });

  it("is limited by where it comes from", async () => {
    const strict = await startTestBackend({ settings: { rateLimitFactor: 1 / 30 } });
    const replies = [];
    for (let count = 0; count < 3; count += 1) {
      replies.push(await callAuth(strict, "/signup", { body: {} }));
    }
    await strict.close();
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 429]);
  });
});

describe("an anonymous account where addresses are confirmed", () => {
  it("keeps its session while the mail of its first address is on the way", async () => {
    const backend = await startTestBackend({ settings: { confirmEmail: true } });
    const client = visitorOf(backend);
    await client.auth.signInAnonymously();
    const email = freshAddress();
    const asked = await client.auth.updateUser({ email });
    expect(asked.data.user).toMatchObject({ is_anonymous: true, email: "", new_email: email });
    const mail = await newestMail(backend, email);
    const { fragment } = await followLink(mail.link);
    expect(fragment["access_token"]).toBeDefined();
    const refreshed = await client.auth.refreshSession();
    expect(refreshed.data.user).toMatchObject({ email, is_anonymous: false });
    await backend.close();
  });
});
