import { createHash, randomBytes } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIGN_IN_DEFAULTS } from "#server/backend/sign-in-settings.ts";
import { startTestBackend, type TestBackend } from "#tests/support/test-backend.ts";
import { callAuth, joinAs, type Member, operatorOf, tokenOf } from "./auth-client.fixture.ts";

const REDIRECT = "https://app.example/back";

describe("other applications", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({
      settings: {
        oauthServer: { ...SIGN_IN_DEFAULTS.oauthServer, allowsRegistration: true },
      },
    });
  });
  afterAll(() => backend.close());

  const makeClient = async (change: object = {}) => {
    const { data, error } = await operatorOf(backend).auth.admin.oauth.createClient({
      client_name: "Choir book",
      client_uri: "https://app.example",
      redirect_uris: [REDIRECT],
      ...change,
    });
    if (error !== null) throw error;
    return data;
  };

  const pkce = () => {
    const verifier = randomBytes(32).toString("base64url");
    return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
  };

  /** Where the browser of somebody is sent to decide. */
  async function begin(
    clientId: string,
    challenge: string,
    scope = "openid email",
  ): Promise<string> {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: REDIRECT,
      response_type: "code",
      scope,
      state: "a-state",
      nonce: "a-nonce",
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    const reply = await callAuth(backend, `/oauth/authorize?${query.toString()}`, { key: null });
    expect(reply.status).toBe(302);
    const page = new URL(reply.headers.get("location") ?? "");
    expect(page.href).toContain(`${backend.url}/oauth/consent?authorization_id=`);
    return page.searchParams.get("authorization_id") ?? "";
  }

  async function agree(member: Member, authorizationId: string): Promise<URL> {
    await member.client.auth.oauth.getAuthorizationDetails(authorizationId);
    const { data, error } = await member.client.auth.oauth.approveAuthorization(authorizationId, {
      skipBrowserRedirect: true,
    });
    if (error !== null) throw error;
    return new URL(data.redirect_url);
  }

  const exchange = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${backend.url}/auth/v1/oauth/token`, {
      method: "POST",
      headers,
      body: new URLSearchParams(form),
    });
    return { status: reply.status, ...(await reply.json()) };
  };

  it("are registered, changed, listed and removed by the operator", async () => {
    const { oauth } = operatorOf(backend).auth.admin;
    const client = await makeClient();
    expect(client).toMatchObject({
      client_name: "Choir book",
      client_type: "confidential",
      registration_type: "manual",
      token_endpoint_auth_method: "client_secret_basic",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
    expect(client.client_secret).toMatch(/^[\w-]{43}$/);
    const id = client.client_id;
    const shown = await oauth.getClient(id);
    expect(shown.data).not.toHaveProperty("client_secret");
    const changed = await oauth.updateClient(id, { client_name: "Hymn book" });
    expect(changed.data?.client_name).toBe("Hymn book");
    const renewed = await oauth.regenerateClientSecret(id);
    expect(renewed.data?.client_secret).not.toBe(client.client_secret);
    const listed = await oauth.listClients({ page: 1, perPage: 1 });
    expect(listed.data).toMatchObject({ clients: [{ client_id: id }], aud: "authenticated" });
    expect((await oauth.deleteClient(id)).error).toBeNull();
    expect((await oauth.getClient(id)).error).toMatchObject({
      status: 404,
      code: "oauth_client_not_found",
    });
    const stranger = await callAuth(backend, "/admin/oauth/clients");
    expect(stranger.status).toBe(401);
  });

  it.each([
    [{ redirect_uris: [] }, "redirect_uris is required"],
    [
      { redirect_uris: ["http://app.example/"] },
      "invalid redirect_uri 'http://app.example/': HTTP scheme only allowed for localhost",
    ],
    [
      { redirect_uris: ["https://app.example/#x"] },
      "invalid redirect_uri 'https://app.example/#x': fragment not allowed in redirect URI",
    ],
    [
      { redirect_uris: ["javascript:alert(1)"] },
      "invalid redirect_uri 'javascript:alert(1)': scheme must be HTTPS or HTTP (localhost only)",
    ],
    [
      { redirect_uris: [REDIRECT], grant_types: ["password"] },
      "grant_types must only contain 'authorization_code' and/or 'refresh_token'",
    ],
    [{ redirect_uris: [REDIRECT], client_uri: "nonsense" }, "client_uri must be a valid URL"],
    [
      { redirect_uris: [REDIRECT], client_type: "secret" },
      "client_type must be 'public' or 'confidential'",
    ],
  ])("are refused with %j", async (body, message) => {
    const reply = await callAuth(backend, "/admin/oauth/clients", { body, key: backend.secretKey });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ code: "validation_failed", message });
  });

  it("may register themselves where that is allowed", async () => {
    const body = { redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
    const reply = await callAuth(backend, "/oauth/clients/register", { body, key: null });
    expect(reply.status).toBe(201);
    const client = await reply.json();
    expect(client).toMatchObject({ client_type: "public", registration_type: "dynamic" });
    expect(client).not.toHaveProperty("client_secret");
  });

  it("say where everything is", async () => {
    const reply = await callAuth(backend, "/.well-known/oauth-authorization-server", { key: null });
    expect(await reply.json()).toMatchObject({
      issuer: `${backend.url}/auth/v1`,
      authorization_endpoint: `${backend.url}/auth/v1/oauth/authorize`,
      registration_endpoint: `${backend.url}/auth/v1/oauth/clients/register`,
      code_challenge_methods_supported: ["S256", "plain"],
    });
  });

  it("sign somebody in who agrees, by a code that counts once", async () => {
    const client = await makeClient();
    const member = await joinAs(backend, { full_name: "Ada Moyo" });
    const { verifier, challenge } = pkce();
    const authorizationId = await begin(client.client_id, challenge, "openid email profile");
    const asked = await member.client.auth.oauth.getAuthorizationDetails(authorizationId);
    expect(asked.data).toMatchObject({
      authorization_id: authorizationId,
      redirect_uri: REDIRECT,
      client: { id: client.client_id, name: "Choir book", uri: "https://app.example" },
      user: { id: member.id, email: member.email },
      scope: "openid email profile",
    });
    const thief = await joinAs(backend);
    const stolen = await thief.client.auth.oauth.approveAuthorization(authorizationId);
    expect(stolen.error).toMatchObject({ status: 404, code: "oauth_authorization_not_found" });
    const place = await agree(member, authorizationId);
    expect(place.origin + place.pathname).toBe(REDIRECT);
    expect(place.searchParams.get("state")).toBe("a-state");
    const form = {
      grant_type: "authorization_code",
      code: place.searchParams.get("code") ?? "",
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    };
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString("base64");
    const tokens = await exchange(form, { authorization: `Basic ${basic}` });
    expect(tokens).toMatchObject({ status: 200, token_type: "bearer", expires_in: 900 });
    expect(tokens).not.toHaveProperty("user");
    const keys = createRemoteJWKSet(new URL(`${backend.url}/auth/v1/.well-known/jwks.json`));
    const { payload } = await jwtVerify(tokens.id_token, keys, { audience: client.client_id });
    expect(payload).toMatchObject({
      sub: member.id,
      email: member.email,
      name: "Ada Moyo",
      nonce: "a-nonce",
    });
    const access = await jwtVerify(tokens.access_token, keys);
    expect(access.payload).toMatchObject({ client_id: client.client_id, sub: member.id });
    const info = await fetch(`${backend.url}/auth/v1/oauth/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await info.json()).toMatchObject({ sub: member.id, email: member.email });
    const change = await callAuth(backend, "/user", {
      method: "PUT",
      body: { data: { stolen: true } },
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(change.status).toBe(403);
    expect(await exchange(form, { authorization: `Basic ${basic}` })).toMatchObject({
      status: 400,
      error: "invalid_grant",
    });

    const again = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    const own = await callAuth(backend, "/token?grant_type=refresh_token", { body: again });
    expect(own.status).toBe(400);
    const refreshed = await exchange(again, { authorization: `Basic ${basic}` });
    expect(refreshed.status).toBe(200);

    const { data: grants } = await member.client.auth.oauth.listGrants();
    expect(grants).toMatchObject([
      { client: { id: client.client_id }, scopes: ["openid", "email", "profile"] },
    ]);
    const next = await begin(client.client_id, pkce().challenge, "email");
    const known = await member.client.auth.oauth.getAuthorizationDetails(next);
    expect(known.data).toMatchObject({
      redirect_url: expect.stringContaining(`${REDIRECT}?code=`),
    });
    const revoked = await member.client.auth.oauth.revokeGrant({ clientId: client.client_id });
    expect(revoked.error).toBeNull();
    expect((await member.client.auth.oauth.listGrants()).data).toEqual([]);
    const dead = { grant_type: "refresh_token", refresh_token: refreshed.refresh_token };
    expect(await exchange(dead, { authorization: `Basic ${basic}` })).toMatchObject({
      error: "invalid_grant",
    });
  });

  it("hear of a no, and get nothing with a wrong secret, verifier or address", async () => {
    const client = await makeClient();
    const member = await joinAs(backend);
    const no = await begin(client.client_id, pkce().challenge);
    await member.client.auth.oauth.getAuthorizationDetails(no);
    const denied = await member.client.auth.oauth.denyAuthorization(no, {
      skipBrowserRedirect: true,
    });
    expect(denied.data?.redirect_url).toContain("error=access_denied");
    const twice = await member.client.auth.oauth.approveAuthorization(no);
    expect(twice.error).toMatchObject({ status: 400, code: "validation_failed" });

    const secret = client.client_secret ?? "";
    const credentials = { client_id: client.client_id, client_secret: secret };
    const cases: [Record<string, string>, string][] = [
      [{ client_secret: "wrong" }, "invalid_client"],
      [{ client_id: crypto.randomUUID() }, "invalid_client"],
      [{ grant_type: "" }, "invalid_request"],
      [{ grant_type: "password" }, "unsupported_grant_type"],
      [{ code_verifier: "x".repeat(43) }, "invalid_grant"],
      [{ redirect_uri: "https://evil.example" }, "invalid_grant"],
      [{ code: "made-up" }, "invalid_grant"],
    ];
    for (const [change, error] of cases) {
      const { verifier, challenge } = pkce();
      const id = await begin(client.client_id, challenge);
      const asked = await member.client.auth.oauth.getAuthorizationDetails(id);
      const place =
        asked.data !== null && "redirect_url" in asked.data
          ? new URL(asked.data.redirect_url)
          : await agree(member, id);
      const form = {
        grant_type: "authorization_code",
        code: place.searchParams.get("code") ?? "",
        code_verifier: verifier,
        ...credentials,
        ...change,
      };
      expect(await exchange(form)).toMatchObject({ status: 400, error });
    }
  });

  it.each([
    ["client_id=", "client_id is required"],
    ["client_id=x", "redirect_uri is required"],
    ["client_id=x&redirect_uri=y&response_type=token", "Only response_type=code is supported"],
    [
      "client_id=x&redirect_uri=y",
      "PKCE flow requires both code_challenge and code_challenge_method",
    ],
    [
      `client_id=x&redirect_uri=y&code_challenge_method=S256&code_challenge=${"a".repeat(43)}`,
      "invalid client_id",
    ],
  ])("are refused at /oauth/authorize?%s", async (query, message) => {
    const reply = await callAuth(backend, `/oauth/authorize?${query}`, { key: null });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ message });
  });

  it("are nobody that a request for somebody may be sent to without being listed", async () => {
    const client = await makeClient();
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: "https://evil.example/",
      code_challenge: pkce().challenge,
      code_challenge_method: "S256",
    });
    const reply = await callAuth(backend, `/oauth/authorize?${query.toString()}`, { key: null });
    expect(await reply.json()).toMatchObject({ message: "invalid redirect_uri" });
    const member = await joinAs(backend);
    expect(await tokenOf(member)).not.toBe("");
  });
});
