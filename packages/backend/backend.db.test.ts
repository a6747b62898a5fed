import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

/** The whole backend over HTTP with the unmodified client. */
describe("the backend", () => {
  let backend: TestBackend;
  let count = 0;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  const open = () =>
    createClient(backend.url, backend.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const signUp = async () => {
    const client = open();
    count += 1;
    const { data, error } = await client.auth.signUp({
      email: `member-${count}@example.test`,
      password: "a long enough passphrase",
      options: { data: { full_name: "Anna Moyo" } },
    });
    if (error !== null || data.session === null) throw error ?? new Error("no session");
    return { client, id: data.session.user.id, token: data.session.access_token };
  };

  it("ends a session everywhere within 10 seconds of its sign-out (R-07, S-05)", async () => {
    const { client, token } = await signUp();
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${token}` };
    const statusOf = async (path: string) =>
      (await fetch(`${backend.url}${path}`, { headers })).status;
    expect(await statusOf("/rest/v1/profiles?select=id")).toBe(200);
    await client.auth.signOut();
    backend.advance(10_001);
    expect(await statusOf("/rest/v1/profiles?select=id")).toBe(401);
    expect(await statusOf("/storage/v1/bucket")).toBe(401);
    expect(await statusOf("/auth/v1/user")).toBe(403);
  });

  it("lets the secret key bypass row level security, and rejects it from a page (S6.8)", async () => {
    const { id } = await signUp();
    const service = createClient(backend.url, backend.secretKey, {
      auth: { persistSession: false },
    });
    const { data } = await service.from("profiles").select("id").eq("id", id);
    expect(data).toEqual([{ id }]);
    const page = await fetch(`${backend.url}/rest/v1/profiles?select=id`, {
      headers: { apikey: backend.secretKey, "sec-fetch-site": "same-origin" },
    });
    expect(page.status).toBe(401);
  });

  it("responds to brute force with 429 before a password is hashed (S-03, S-04)", async () => {
    // A tenth of R-60, 15 in 5 minutes: a slow machine reaches the limit too.
    const strict = await startTestBackend({ settings: { rateLimitFactor: 0.1 } });
    try {
      const attempt = () =>
        fetch(`${strict.url}/auth/v1/token?grant_type=password`, {
          method: "POST",
          headers: { apikey: strict.publishableKey, "content-type": "application/json" },
          body: JSON.stringify({ email: "nobody@example.test", password: "wrong password" }),
        });
      const statuses: number[] = [];
      for (let round = 0; round < 8; round += 1) {
        const replies = await Promise.all(Array.from({ length: 5 }, attempt));
        statuses.push(...replies.map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(25);
      expect(new Set(statuses)).toEqual(new Set([400, 429]));
    } finally {
      await strict.close();
    }
  });

  it("serves functions and unknown routes in their formats (S7.1)", async () => {
    const headers = { apikey: backend.publishableKey };
    const nothing = await fetch(`${backend.url}/functions/v1/nothing`, { headers });
    expect(nothing.status).toBe(404);
    const { error } = await open().functions.invoke("nothing", { body: {} });
    expect(error?.name).toBe("FunctionsHttpError");
    expect((await fetch(`${backend.url}/graphql/v1`, { headers })).status).toBe(404);
  });
});
