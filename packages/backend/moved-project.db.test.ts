import { createHmac } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const bytes = Buffer.from("a-shared-secret-of-a-moved-project");
const NOW_S = Math.floor(Date.now() / 1_000);

function sign(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(bytes);
}

describe("a project that was imported with its secret", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ sharedSecret: { bytes, signsSessions: true } });
  });
  afterAll(() => backend.close());

  it("keeps its API keys, for clients and for the operator", async () => {
    const anonKey = await sign({ iss: "supabase", role: "anon", exp: NOW_S + 3_600 });
    const client = createClient(backend.url, anonKey);
    const email = freshAddress();
    const { error } = await client.auth.signUp({ email, password: GOOD_PASSWORD });
    expect(error).toBeNull();
    const serviceKey = await sign({ role: "service_role", iss: "supabase", exp: NOW_S + 3_600 });
    const listed = await createClient(backend.url, serviceKey).auth.admin.listUsers();
    expect(listed.data.users).toContainEqual(expect.objectContaining({ email }));
    const asBearer = await callAuth(backend, "/admin/users", {
      headers: { authorization: `Bearer ${await sign({ role: "supabase_admin", sub: "1" })}` },
    });
    expect(asBearer.status).toBe(200);
  });

  it("keeps its users' sessions for queries", async () => {
    const sub = crypto.randomUUID();
    const accessToken = await sign({
      role: "authenticated",
      sub,
      exp: NOW_S + 60,
      aud: "authenticated",
    });
    const rows = (authorization: string): Promise<Response> =>
      fetch(`${backend.url}/rest/v1/profiles?select=id`, {
        headers: { apikey: backend.publishableKey, authorization },
      });
    expect((await rows(`Bearer ${accessToken}`)).status).toBe(200);
    for (const claims of [
      { role: "authenticated", sub, exp: NOW_S - 60 },
      { role: "authenticated", sub },
      { role: "authenticated", exp: NOW_S + 60 },
      { role: "postgres", sub, exp: NOW_S + 60 },
    ]) {
      expect((await rows(`Bearer ${await sign(claims)}`)).status).toBe(401);
    }
  });

  it("signs new sessions with it, which the client lets the server verify", async () => {
    const { client } = await joinAs(backend);
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data).toMatchObject({ header: { alg: "HS256" }, claims: { role: "authenticated" } });
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.from("profiles").select("id")).error).toBeNull();
  });

  it("never uses a public key as a secret", async () => {
    const { keys } = await (
      await callAuth(backend, "/.well-known/jwks.json", { key: null })
    ).json();
    const encode = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString("base64url");
    const body = `${encode({ alg: "HS256", kid: keys[0].kid })}.${encode({ role: "service_role" })}`;
    for (const secret of [JSON.stringify(keys[0]), keys[0].x, ""]) {
      const forged = `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
      expect((await callAuth(backend, "/admin/users", { key: forged })).status).toBe(401);
    }
  });

  it("rejects its secret key in a browser too", async () => {
    const key = await sign({ role: "service_role" });
    const reply = await callAuth(backend, "/admin/users", {
      key,
      headers: { origin: backend.url },
    });
    expect(reply.status).toBe(401);
  });
});

it("rejects all its tokens without the secret", async () => {
  const backend = await startTestBackend();
  try {
    const key = await sign({ role: "service_role" });
    expect((await callAuth(backend, "/admin/users", { key })).status).toBe(401);
    const authorization = `Bearer ${key}`;
    expect((await callAuth(backend, "/admin/users", { headers: { authorization } })).status).toBe(
      403,
    );
    expect((await visitorOf(backend).auth.getUser(key)).error).toMatchObject({ code: "bad_jwt" });
  } finally {
    await backend.close();
  }
});
