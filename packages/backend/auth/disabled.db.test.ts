import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BACKEND_DEFAULTS } from "#backend/default-settings.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  operatorOf,
  visitorOf,
} from "./auth-client.fixture.ts";

describe("disabled features", () => {
  let backend: TestBackend;
  let authorization: string;
  beforeAll(async () => {
    backend = await startTestBackend({
      settings: {
        anonymousUsers: false,
        phone: { ...BACKEND_DEFAULTS.phone, isOn: false },
        web3: false,
        manualLinking: false,
        passkeys: false,
      },
    });
    const { data } = await visitorOf(backend).auth.signUp({
      email: freshAddress(),
      password: GOOD_PASSWORD,
    });
    authorization = `Bearer ${data.session?.access_token}`;
  });
  afterAll(() => backend.close());

  const id = crypto.randomUUID();

  it.each([
    [
      "GET",
      "/authorize?provider=google",
      400,
      "validation_failed",
      "Unsupported provider: provider is not enabled",
    ],
    [
      "GET",
      "/authorize?provider=x",
      400,
      "validation_failed",
      "Unsupported provider: provider is not enabled",
    ],
    [
      "GET",
      "/authorize?provider=nobody",
      400,
      "validation_failed",
      "Unsupported provider: Provider nobody could not be found",
    ],
    [
      "GET",
      "/authorize",
      400,
      "validation_failed",
      "Unsupported provider: Provider  could not be found",
    ],
    ["POST", "/sso", 404, "saml_provider_disabled", "SAML 2.0 is disabled"],
    ["GET", "/sso/saml/metadata", 404, "saml_provider_disabled", "SAML 2.0 is disabled"],
    ["POST", "/passkeys/authentication/options", 404, "passkey_disabled", "Passkeys are disabled"],
    ["GET", "/passkeys", 404, "passkey_disabled", "Passkeys are disabled"],
    ["GET", "/oauth/authorizations/1", 404, "feature_disabled", "This feature is disabled"],
    ["POST", "/oauth/clients/register", 404, "feature_disabled", "This feature is disabled"],
  ])("answer %s %s (S7.33, S7.34)", async (method, path, status, code, message) => {
    const reply = await callAuth(backend, path, { method });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("x-sb-error-code")).toBe(code);
    expect(await reply.json()).toEqual({ code, message });
  });

  it.each([
    [
      "GET",
      "/user/identities/authorize?provider=google",
      undefined,
      404,
      "manual_linking_disabled",
    ],
    ["DELETE", `/user/identities/${id}`, undefined, 404, "manual_linking_disabled"],
    ["GET", "/user/oauth/grants", undefined, 404, "feature_disabled"],
  ])(
    "answer %s %s %j for signed-in users (S7.35, S7.36)",
    async (method, path, body, status, code) => {
      const reply = await callAuth(backend, path, { method, body, headers: { authorization } });
      expect(reply.status).toBe(status);
      expect(await reply.json()).toMatchObject({ code });
      const stranger = await callAuth(backend, path, { method, body });
      expect(stranger.status).toBe(401);
    },
  );

  it.each([
    ["GET", `/admin/users/${id}/passkeys`, "passkey_disabled"],
    ["GET", "/admin/oauth/clients", "feature_disabled"],
    ["GET", "/admin/sso/providers", "saml_provider_disabled"],
  ])("answer %s %s for the operator", async (method, path, code) => {
    const reply = await callAuth(backend, path, { method, key: backend.secretKey });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code });
    const stranger = await callAuth(backend, path, { method });
    expect(stranger.status).toBe(401);
  });

  it.each(["GET", "POST"])("redirect %s /callback to the site with the error", async (method) => {
    const reply = await callAuth(backend, "/callback?code=x&state=y", { method, key: null });
    expect(reply.status).toBe(302);
    const address = new URL(reply.headers.get("location") ?? "");
    expect(address.origin).toBe(backend.url);
    expect(address.searchParams.get("error_code")).toBe("bad_oauth_state");
    expect(address.hash).toContain("error_code=bad_oauth_state");
  });

  it("answer with codes that the unmodified client passes on (S7.25)", async () => {
    const client = visitorOf(backend);
    const { auth } = client;
    expect((await auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: "anonymous_provider_disabled",
    });
    const phone = "+263771234567";
    expect((await auth.signUp({ phone, password: GOOD_PASSWORD })).error).toMatchObject({
      code: "phone_provider_disabled",
      message: "Phone signups are disabled",
    });
    expect((await auth.signInWithPassword({ phone, password: "x" })).error).toMatchObject({
      status: 422,
      code: "phone_provider_disabled",
    });
    expect((await auth.signInWithOtp({ phone })).error).toMatchObject({
      status: 400,
      message: "Unsupported phone provider",
    });
    expect((await auth.resend({ type: "sms", phone })).error).toMatchObject({
      code: "phone_provider_disabled",
      message: "Phone logins are disabled",
    });
    expect((await auth.signInWithSSO({ domain: "example.org" })).error).toMatchObject({
      status: 404,
      code: "saml_provider_disabled",
    });
    expect((await auth.signInWithIdToken({ provider: "google", token: "x" })).error).toMatchObject({
      status: 400,
      code: "provider_disabled",
    });
    const wallet = { chain: "solana", message: "x", signature: new Uint8Array(64) } as const;
    expect((await auth.signInWithWeb3(wallet)).error).toMatchObject({
      status: 422,
      code: "web3_provider_disabled",
      message: "Web3 provider is disabled",
    });
    await auth.signUp({ email: freshAddress(), password: GOOD_PASSWORD });
    expect((await auth.mfa.listFactors()).data).toMatchObject({ all: [], totp: [] });
    const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
    const { data: user } = await auth.getUser();
    const factors = await operatorOf(backend).auth.admin.mfa.listFactors({
      userId: user.user?.id ?? "",
    });
    expect(factors.error).toBeNull();
  });
});

describe("the public endpoints", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ settings: { confirmEmail: true, disableSignup: true } });
  });
  afterAll(() => backend.close());

  it("return the enabled sign-in methods", async () => {
    const reply = await callAuth(backend, "/settings");
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      external: { email: true, phone: true, anonymous_users: true, google: false },
      disable_signup: true,
      mailer_autoconfirm: false,
      phone_autoconfirm: true,
      saml_enabled: false,
    });
  });

  it("return the health", async () => {
    const reply = await callAuth(backend, "/health");
    expect(await reply.json()).toMatchObject({ name: "GoTrue" });
  });

  it("return the public keys without private fields, cached for ten minutes (S7.37)", async () => {
    const reply = await callAuth(backend, "/.well-known/jwks.json", { key: null });
    expect(reply.headers.get("cache-control")).toBe("public, max-age=600");
    const { keys } = await reply.json();
    expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" }]);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });

  it("forbid caching of all other responses", async () => {
    for (const path of ["/settings", "/user"]) {
      const reply = await callAuth(backend, path);
      expect(reply.headers.get("cache-control")).toBe("no-store");
    }
  });
});
