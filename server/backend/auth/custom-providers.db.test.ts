import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/test-backend.ts";
import { callAuth, operatorOf, visitorOf } from "./auth-client.fixture.ts";
import { createFakeBrowser } from "./providers/browser.fixture.ts";
import { type FakeProvider, startFakeProvider } from "./providers/fake-provider.fixture.ts";

describe("a provider that the operator adds", () => {
  let backend: TestBackend;
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider();
    backend = await startTestBackend();
  });
  afterAll(async () => {
    await backend.close();
    await fake.close();
  });

  const providers = () => operatorOf(backend).auth.admin.customProviders;

  async function visit(provider: string): Promise<URL> {
    const browser = createFakeBrowser();
    const away = await browser.follow(`${backend.url}/auth/v1/authorize?provider=${provider}`);
    return browser.follow(await fake.visit(away.href));
  }

  it("signs people in by OpenID Connect, at once", async () => {
    const made = await providers().createProvider({
      provider_type: "oidc",
      identifier: "custom:choir",
      name: "Choir",
      client_id: fake.clientId,
      client_secret: fake.secret,
      issuer: fake.issuer,
      scopes: ["openid", "email"],
      authorization_params: { prompt: "login" },
    });
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ identifier: "custom:choir", enabled: true });
    expect(JSON.stringify(made.data)).not.toContain(fake.secret);
    const [row] = await backend.admin`select client_secret from auth.custom_oauth_providers`;
    expect(row?.["client_secret"]).not.toContain(fake.secret);
    fake.person = { sub: "singer", email: "singer@choir.example", email_verified: true };
    const place = await visit("custom:choir");
    const token = new URLSearchParams(place.hash.slice(1)).get("access_token") ?? "";
    const { data } = await visitorOf(backend).auth.getUser(token);
    expect(data.user).toMatchObject({
      email: "singer@choir.example",
      app_metadata: { provider: "custom:choir" },
    });
    const off = await providers().updateProvider("custom:choir", { enabled: false });
    expect(off.data?.enabled).toBe(false);
    const reply = await callAuth(backend, "/authorize?provider=custom:choir", { key: null });
    expect(reply.status).toBe(400);
  });

  it("signs people in by plain OAuth 2.0, with names of its own", async () => {
    const made = await providers().createProvider({
      provider_type: "oauth2",
      identifier: "custom:plain",
      name: "Plain",
      client_id: fake.clientId,
      client_secret: fake.secret,
      authorization_url: `${fake.issuer}/login/oauth/authorize`,
      token_url: `${fake.issuer}/login/oauth/access_token`,
      userinfo_url: `${fake.issuer}/user`,
      attribute_mapping: { email: "mail", name: "label", email_verified: "checked" },
    });
    expect(made.error).toBeNull();
    fake.profile = { id: 77, mail: "plain@choir.example", label: "Plain Jane", checked: true };
    const place = await visit("custom:plain");
    const token = new URLSearchParams(place.hash.slice(1)).get("access_token") ?? "";
    const { data } = await visitorOf(backend).auth.getUser(token);
    expect(data.user).toMatchObject({
      email: "plain@choir.example",
      user_metadata: { full_name: "Plain Jane" },
      identities: [{ id: "77", provider: "custom:plain" }],
    });
  });

  const church = (identifier: string) =>
    ({
      provider_type: "oidc",
      identifier,
      name: "Church",
      client_id: fake.clientId,
      client_secret: fake.secret,
      issuer: fake.issuer,
    }) as const;

  /** Where a visit to a provider begins. */
  async function beginning(provider: string): Promise<URL> {
    return createFakeBrowser().follow(`${backend.url}/auth/v1/authorize?provider=${provider}`);
  }

  it("is asked for what its fields say", async () => {
    await providers().createProvider({
      ...church("custom:asked"),
      scopes: ["groups"],
      pkce_enabled: false,
      skip_nonce_check: true,
      authorization_params: { acr_values: "high" },
      discovery_url: `${fake.issuer}/elsewhere/.well-known/openid-configuration`,
    });
    const asked = (await beginning("custom:asked")).searchParams;
    expect(asked.get("scope")).toBe("groups openid");
    expect(asked.get("acr_values")).toBe("high");
    expect([asked.has("code_challenge"), asked.has("nonce")]).toEqual([false, false]);
    await providers().createProvider({
      ...church("custom:proving"),
      provider_type: "oauth2",
      authorization_url: `${fake.issuer}/login/oauth/authorize`,
      token_url: `${fake.issuer}/login/oauth/access_token`,
      userinfo_url: `${fake.issuer}/user`,
    });
    expect((await beginning("custom:proving")).searchParams.get("code_challenge_method")).toBe(
      "S256",
    );
  });

  it("tells what the operator wants to know, under the names of both", async () => {
    await providers().createProvider({
      ...church("custom:telling"),
      custom_claims_allowlist: ["groups", "missing", "essay"],
      attribute_mapping: { name: "display", email_verified: true },
    });
    fake.person = {
      sub: "teller",
      email: "teller@church.example",
      display: "Tariro",
      groups: ["choir", "ushers"],
      essay: "long ".repeat(1_000),
    };
    const place = await visit("custom:telling");
    const token = new URLSearchParams(place.hash.slice(1)).get("access_token") ?? "";
    const { data } = await visitorOf(backend).auth.getUser(token);
    const told = { full_name: "Tariro", custom_claims: { groups: ["choir", "ushers"] } };
    expect(data.user).toMatchObject({ email: "teller@church.example", user_metadata: told });
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject(told);
    expect(data.user?.user_metadata["custom_claims"]).toEqual({ groups: ["choir", "ushers"] });
  });

  it("needs an address of people, unless that is optional", async () => {
    await providers().createProvider(church("custom:silent"));
    fake.person = { sub: "silent" };
    const place = await visit("custom:silent");
    expect(place.searchParams.get("error_code")).toBe("email_address_not_provided");
    await providers().updateProvider("custom:silent", { email_optional: true });
    expect((await visit("custom:silent")).hash).toContain("access_token");
  });

  it("takes ID tokens for each of its clients", async () => {
    await providers().createProvider({
      ...church("custom:tokens"),
      acceptable_client_ids: ["phone-app"],
      skip_nonce_check: true,
    });
    fake.person = { sub: "phone", email: "phone@church.example", email_verified: true };
    const signIn = async (audience: string) => {
      const token = await fake.idToken({ nonce: "unasked" }, { audience });
      return visitorOf(backend).auth.signInWithIdToken({ provider: "custom:tokens", token });
    };
    expect((await signIn("phone-app")).error).toBeNull();
    expect((await signIn("another-app")).error).toMatchObject({ status: 400 });
  });

  it.each([
    ["names another issuer", { issuer: "https://evil.example" }, 503],
    ["has its keys at an address without TLS", { jwks_uri: "http://169.254.169.254/keys" }, 302],
  ])("that %s is not believed", async (_, lie, status) => {
    const identifier = `custom:liar-${crypto.randomUUID()}`;
    const discovery_url = `${fake.issuer}/elsewhere/.well-known/openid-configuration?${identifier}`;
    await providers().createProvider({ ...church(identifier), discovery_url });
    fake.description = lie;
    const token = await fake.idToken();
    const { error } = await visitorOf(backend).auth.signInWithIdToken({
      provider: identifier,
      token,
    });
    expect(error).toMatchObject({ status: 400, message: "Bad ID token" });
    const begun = await callAuth(backend, `/authorize?provider=${identifier}`, { key: null });
    expect(begun.status).toBe(status);
    fake.description = {};
  });

  it("is listed by kind, shown and removed", async () => {
    const listed = await providers().listProviders({ type: "oauth2" });
    expect(listed.data?.providers.map(({ identifier }) => identifier)).toEqual([
      "custom:plain",
      "custom:proving",
    ]);
    expect((await providers().getProvider("custom:plain")).data?.name).toBe("Plain");
    expect((await providers().deleteProvider("custom:plain")).error).toBeNull();
    expect((await providers().getProvider("custom:plain")).error).toMatchObject({
      status: 404,
      code: "provider_not_found",
    });
  });

  it.each([
    [{ provider_type: "saml" }, "provider_type must be either 'oauth2' or 'oidc'"],
    [{ identifier: "" }, "identifier is required"],
    [{ identifier: "choir" }, "identifier must start with 'custom:' prefix, e.g. 'custom:choir'"],
    [{ name: "" }, "name is required"],
    [{ client_secret: "" }, "client_secret is required"],
    [{ issuer: "" }, "issuer is required for OIDC providers"],
    [{ issuer: "http://evil.example" }, "issuer must be an https URL"],
    [
      { provider_type: "oauth2", authorization_url: "" },
      "authorization_url is required for OAuth2 providers",
    ],
    [
      { authorization_params: { state: "x" } },
      "authorization_params cannot contain reserved parameter 'state'",
    ],
  ])("is refused with %j", async (change, message) => {
    const body = {
      provider_type: "oidc",
      identifier: "custom:new",
      name: "New",
      client_id: "id",
      client_secret: "secret",
      issuer: "https://login.example",
      ...change,
    };
    const key = backend.secretKey;
    const reply = await callAuth(backend, "/admin/custom-providers", { body, key });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ code: "validation_failed", message });
    expect((await callAuth(backend, "/admin/custom-providers", { body })).status).toBe(401);
  });
});
