import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  GOOD_PASSWORD,
  joinAs,
  tokenOf,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("POST /logout", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  async function twoDevices(): Promise<{ one: SupabaseClient; other: SupabaseClient }> {
    const { client, email } = await joinAs(backend);
    const other = visitorOf(backend);
    await other.auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    return { one: client, other };
  }

  async function isAlive({ auth }: SupabaseClient): Promise<boolean> {
    return (await auth.refreshSession()).error === null;
  }

  it.each([
    ["global", { own: false, others: false }],
    ["local", { own: false, others: true }],
    ["others", { own: true, others: false }],
  ] as const)("ends the right sessions with scope %s", async (scope, expected) => {
    const { one, other } = await twoDevices();
    const { data } = await one.auth.getSession();
    const refreshToken = data.session?.refresh_token ?? "";
    expect((await one.auth.signOut({ scope })).error).toBeNull();
    const own = await visitorOf(backend).auth.refreshSession({ refresh_token: refreshToken });
    expect(own.error === null).toBe(expected.own);
    expect(await isAlive(other)).toBe(expected.others);
  });

  it("responds 204 without a body, then session_not_found (S7.30)", async () => {
    const member = await joinAs(backend);
    const headers = { authorization: `Bearer ${await tokenOf(member)}` };
    const reply = await callAuth(backend, "/logout", { method: "POST", headers });
    expect(reply.status).toBe(204);
    expect(await reply.text()).toBe("");
    const again = await callAuth(backend, "/logout", { method: "POST", headers });
    expect(again.status).toBe(403);
    expect(await again.json()).toMatchObject({ code: "session_not_found" });
  });

  it("rejects an unknown scope (S5.18)", async () => {
    const member = await joinAs(backend);
    const reply = await callAuth(backend, "/logout?scope=everything", {
      method: "POST",
      headers: { authorization: `Bearer ${await tokenOf(member)}` },
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      code: "validation_failed",
      message: 'Unsupported logout scope "everything"',
    });
  });

  it("invalidates the access token for data within ten seconds (R-07)", async () => {
    const member = await joinAs(backend);
    const authorization = `Bearer ${await tokenOf(member)}`;
    const read = (): Promise<Response> =>
      fetch(`${backend.url}/rest/v1/profiles?select=id`, {
        headers: { apikey: backend.publishableKey, authorization },
      });
    expect((await read()).status).toBe(200);
    await member.client.auth.signOut();
    backend.advance(10_001);
    expect((await read()).status).toBe(401);
  });
});
