import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BACKEND_DEFAULTS } from "#backend/default-settings.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";
import { freshAddress, GOOD_PASSWORD, OTHER_PASSWORD } from "./auth-client.fixture.ts";
import { createAuthenticator } from "./factors/authenticator.fixture.ts";
import { newestMail } from "#backend/testing/sent-mails.ts";
import { FAKE_ACCOUNT, type FakeTwilio, startFakeTwilio } from "./twilio.fixture.ts";

/**
 * Calls every auth method of the unmodified client once. Other tests cover rejections and limits;
 * this one finds methods without an endpoint, also those of a new client version.
 */
const PHONE = "15005550006";
const REDIRECT = "https://app.example/callback";

/** Methods that use the browser's keys; the tests send their requests directly. */
const OF_BROWSERS = ["signInWithPasskey", "registerPasskey", "mfa.webauthn"];
/** Methods called by other methods, and methods that send nothing. */
const WITHIN = [
  "initialize",
  "isThrowOnErrorEnabled",
  "signInWithEthereum",
  "signInWithSolana",
  "linkIdentityOAuth",
  "linkIdentityIdToken",
  "fetchJwk",
  "onAuthStateChange",
  "startAutoRefresh",
  "stopAutoRefresh",
  "dispose",
];

/** Endpoints that this server does not have. */
const ABSENT = ["oauth", "admin.oauth", "admin.customProviders"];

const called = new Set<string>();

/** Records the names of called methods. */
function noting<T extends object>(part: T, path = ""): T {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof name === "symbol") return value;
      if (typeof value === "function") {
        called.add(`${path}${name}`);
        return value.bind(target);
      }
      return NAMED_PARTS.has(name) && typeof value === "object" && value !== null
        ? noting(value, `${path}${name}.`)
        : value;
    },
  });
}
const NAMED_PARTS = new Set([
  "mfa",
  "webauthn",
  "recoveryCodes",
  "oauth",
  "passkey",
  "admin",
  "customProviders",
]);

/** Returns all methods of an object, by call path. */
function methodsOf(part: object, path = ""): string[] {
  const own = Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (NAMED_PARTS.has(name) && typeof value === "object" && value !== null) {
      return methodsOf(value, `${path}${name}.`);
    }
    return typeof value === "function" && path !== "" && name !== "fetch" ? [`${path}${name}`] : [];
  });
  const inherited: string[] = [];
  for (let type = Object.getPrototypeOf(part); type !== Object.prototype;) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
      const isOwn = name === "constructor" || name.startsWith("_");
      if (!isOwn && typeof value === "function") inherited.push(`${path}${name}`);
    }
    type = Object.getPrototypeOf(type);
  }
  return [...own, ...inherited];
}

/** Calls a method that expects a browser object with a plain object that has the same fields. */
async function callWith(part: object, name: string, given: object): Promise<unknown> {
  const method: unknown = Reflect.get(part, name);
  if (typeof method !== "function") throw new Error(`${name} is no method`);
  const response: unknown = await Reflect.apply(method, part, [given]);
  return response;
}

describe("the whole auth API", () => {
  let backend: TestBackend;
  let twilio: FakeTwilio;
  beforeAll(async () => {
    twilio = await startFakeTwilio();
    backend = await startTestBackend({
      settings: {
        redirectUrls: [REDIRECT],
        phone: {
          ...BACKEND_DEFAULTS.phone,
          twilio: { base: twilio.base, ...FAKE_ACCOUNT, from: "+15005550001" },
        },
      },
    });
  });
  afterAll(async () => {
    await backend.close();
    await twilio.close();
  });

  function clientOf(key = backend.publishableKey, flowType: "implicit" | "pkce" = "implicit") {
    const memory = new Map<string, string>();
    const client: SupabaseClient = createClient(backend.url, key, {
      auth: {
        autoRefreshToken: false,
        detectSessionInUrl: false,
        flowType,
        experimental: { recoveryCodes: true },
        storage: {
          getItem: (name) => memory.get(name) ?? null,
          setItem: (name, value) => void memory.set(name, value),
          removeItem: (name) => void memory.delete(name),
        },
      },
    });
    return noting(client.auth);
  }
  const operator = () => clientOf(backend.secretKey).admin;

  async function join() {
    const auth = clientOf();
    const email = freshAddress();
    const { data } = await auth.signUp({ email, password: GOOD_PASSWORD });
    return { auth, email, id: data.user?.id ?? "", session: data.session };
  }

  /** Returns the data of a successful call. */
  async function good<R extends { readonly data: unknown; readonly error: unknown }>(
    response: Promise<R>,
  ): Promise<R["data"]> {
    const { data, error } = await response;
    expect(error).toBeNull();
    return data;
  }

  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

  it("signs up, in and out, and keeps a session", async () => {
    const { auth, email, id, session } = await join();
    expect(session).toMatchObject({
      token_type: "bearer",
      expires_in: 900,
      expires_at: expect.any(Number),
      user: {
        id,
        aud: "authenticated",
        role: "authenticated",
        email,
        phone: "",
        email_confirmed_at: instant,
        confirmed_at: instant,
        last_sign_in_at: instant,
        created_at: instant,
        updated_at: instant,
        app_metadata: { provider: "email", providers: ["email"] },
        is_anonymous: false,
        identities: [
          {
            identity_id: expect.any(String),
            id,
            user_id: id,
            provider: "email",
            email,
            identity_data: { sub: id, email, email_verified: true, phone_verified: false },
          },
        ],
      },
    });
    await good(auth.signInWithPassword({ email, password: GOOD_PASSWORD }));
    expect((await good(auth.getSession())).session?.user.id).toBe(id);
    expect((await good(auth.getUser())).user?.id).toBe(id);
    expect((await good(auth.getClaims()))?.claims).toMatchObject({ sub: id, aal: "aal1" });
    const renewed = await good(auth.refreshSession());
    await good(
      auth.setSession({
        access_token: renewed.session?.access_token ?? "",
        refresh_token: renewed.session?.refresh_token ?? "",
      }),
    );
    await good(auth.updateUser({ data: { city: "Harare" }, password: OTHER_PASSWORD }));
    for (const scope of ["others", "local"] as const) {
      expect((await auth.signOut({ scope })).error).toBeNull();
    }
    expect((await auth.getUser()).error?.message).toBe("Auth session missing!");
  });

  it("signs in without an email address, by codes, links and messages", async () => {
    const guest = clientOf();
    expect((await good(guest.signInAnonymously())).user?.is_anonymous).toBe(true);
    const converted = await good(
      guest.updateUser({ email: freshAddress(), password: GOOD_PASSWORD }),
    );
    expect(converted.user?.is_anonymous).toBe(false);

    const auth = clientOf();
    const email = freshAddress();
    expect(await good(auth.signInWithOtp({ email }))).toEqual({ user: null, session: null });
    const { code } = await newestMail(backend, email);
    expect(
      (await good(auth.verifyOtp({ email, token: code, type: "email" }))).session,
    ).toBeTruthy();
    expect(await good(auth.resend({ type: "signup", email: freshAddress() }))).toMatchObject({});
    expect(await good(auth.resetPasswordForEmail(freshAddress()))).toEqual({});
    backend.advance(61_000);
    expect((await auth.reauthenticate()).error).toBeNull();
    backend.advance(-61_000);

    const phone = clientOf();
    const sent = await good(phone.signInWithOtp({ phone: `+${PHONE}` }));
    expect(sent).toMatchObject({ user: null, session: null, messageId: expect.any(String) });
    const typed = { phone: PHONE, token: await twilio.newestCode(PHONE), type: "sms" } as const;
    expect((await good(phone.verifyOtp(typed))).user).toMatchObject({
      phone: PHONE,
      phone_confirmed_at: instant,
      app_metadata: { provider: "phone", providers: ["phone"] },
    });
  });

  it("offers sign-in with providers, or reports them as disabled", async () => {
    const auth = clientOf(backend.publishableKey, "pkce");
    const { url } = await good(
      auth.signInWithOAuth({ provider: "google", options: { skipBrowserRedirect: true } }),
    );
    expect((await fetch(url ?? "", { redirect: "manual" })).status).toBe(400);
    expect((await auth.exchangeCodeForSession("unknown")).error).toMatchObject({
      status: 404,
      code: "flow_state_not_found",
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
      status: 400,
      code: "validation_failed",
    });
    const member = await join();
    const found = await good(member.auth.getUserIdentities());
    expect((await member.auth.linkIdentity({ provider: "google" })).error).toMatchObject({
      code: "validation_failed",
      message: "Unsupported provider: provider is not enabled",
    });
    const [own] = found?.identities ?? [];
    if (own === undefined) throw new Error("an identity is missing");
    expect((await member.auth.unlinkIdentity(own)).error).toMatchObject({
      status: 422,
      code: "single_identity_not_deletable",
    });
  });

  it("verifies a second factor: an app, a phone, recovery codes", async () => {
    const { auth, id } = await join();
    const { mfa } = auth;
    const enrolled = await good(mfa.enroll({ factorType: "totp", friendlyName: "app" }));
    if (enrolled === null) throw new Error("a factor is missing");
    expect(enrolled).toMatchObject({
      type: "totp",
      friendly_name: "app",
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,</),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\//),
      },
    });
    const factorId = enrolled.id;
    const code = new TOTP({ secret: enrolled.totp.secret }).generate();
    const challenge = await good(mfa.challenge({ factorId }));
    expect(challenge).toMatchObject({ type: "totp", expires_at: expect.any(Number) });
    const verify = { factorId, challengeId: challenge?.id ?? "", code };
    expect(await good(mfa.verify(verify))).toMatchObject({
      token_type: "bearer",
      user: { factors: [{ id: factorId, status: "verified", factor_type: "totp" }] },
    });
    expect((await mfa.challengeAndVerify({ factorId, code: "000000" })).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
    });
    expect(await good(mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
    });
    const phone = await good(
      mfa.enroll({ factorType: "phone", phone: "+15005550009", friendlyName: "phone" }),
    );
    expect(phone).toMatchObject({ type: "phone", phone: "+15005550009" });
    expect((await good(mfa.listFactors()))?.all).toHaveLength(2);
    const { factors } = (await good(operator().mfa.listFactors({ userId: id }))) ?? {};
    expect(factors?.map(({ status }) => status).toSorted()).toEqual(["unverified", "verified"]);
    await good(operator().mfa.deleteFactor({ userId: id, id: phone?.id ?? "" }));
    const made = await good(mfa.recoveryCodes.generate());
    expect(await good(mfa.recoveryCodes.getStatus())).toMatchObject({ total: 10, remaining: 10 });
    const { codes } = (await good(mfa.recoveryCodes.regenerate())) ?? { codes: [] };
    expect(codes).toHaveLength(10);
    expect(codes).not.toContain(made?.codes[0]);
    await good(mfa.recoveryCodes.unenroll());
    await good(mfa.recoveryCodes.generate());
    const again = (await good(mfa.recoveryCodes.regenerate()))?.codes[0] ?? "";
    expect(await good(mfa.recoveryCodes.verify({ code: again }))).toMatchObject({
      token_type: "bearer",
    });
    expect((await mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: "mfa_recovery_codes_sole_factor",
    });
    const spare = await good(mfa.enroll({ factorType: "totp", friendlyName: "spare" }));
    const spareId = spare?.id ?? "";
    expect(await good(mfa.unenroll({ factorId: spareId }))).toEqual({ id: spareId });
  });

  it("creates passkeys and signs in with them", async () => {
    const { auth, id } = await join();
    const key = createAuthenticator(backend.url);
    const begun = await good(auth.passkey.startRegistration());
    if (begun === null) throw new Error("options are missing");
    const credential = key.create(begun.options.challenge);
    const saved: unknown = await callWith(auth.passkey, "verifyRegistration", {
      challengeId: begun.challenge_id,
      credential,
    });
    expect(saved).toMatchObject({ data: { id: expect.any(String) }, error: null });
    const elsewhere = clientOf();
    const started = await good(elsewhere.passkey.startAuthentication());
    const response = key.get(started?.options.challenge ?? "");
    const entered: unknown = await callWith(elsewhere.passkey, "verifyAuthentication", {
      challengeId: started?.challenge_id ?? "",
      credential: response,
    });
    expect(entered).toMatchObject({ data: { user: { id } }, error: null });
    const passkeyId = (await good(auth.passkey.list()))?.[0]?.id ?? "";
    expect(await good(auth.passkey.list())).toMatchObject([{ id: passkeyId, created_at: instant }]);
    await good(auth.passkey.update({ passkeyId, friendlyName: "mine" }));
    await good(operator().passkey.listPasskeys({ userId: id }));
    await good(auth.passkey.delete({ passkeyId }));
    const gone = await operator().passkey.deletePasskey({ userId: id, passkeyId });
    expect(gone.error).toMatchObject({ status: 404, code: "webauthn_credential_not_found" });
  });

  it("rejects OAuth applications and custom providers", async () => {
    const { auth } = await join();
    const off = { status: 404, code: "feature_disabled" };
    expect((await auth.oauth.listGrants()).error).toMatchObject(off);
    expect((await operator().oauth.listClients()).error).toMatchObject(off);
    expect((await operator().customProviders.listProviders()).error).toMatchObject(off);
  });

  it("offers the admin methods to the operator", async () => {
    const admin = operator();
    const email = freshAddress();
    const { user } = await good(
      admin.createUser({ email, password: GOOD_PASSWORD, email_confirm: true }),
    );
    const id = user?.id ?? "";
    expect(user).toMatchObject({ email, email_confirmed_at: instant });
    expect((await good(admin.getUserById(id))).user?.id).toBe(id);
    const listed = await good(admin.listUsers({ page: 1, perPage: 2 }));
    expect(listed).toMatchObject({ aud: "authenticated", nextPage: 2, total: expect.any(Number) });
    const edited = await good(
      admin.updateUserById(id, { ban_duration: "24h", app_metadata: { choir: true } }),
    );
    expect(edited.user).toMatchObject({ banned_until: instant, app_metadata: { choir: true } });
    await good(admin.updateUserById(id, { ban_duration: "none" }));
    const invited = await good(
      admin.inviteUserByEmail(freshAddress(), { data: { city: "Gweru" } }),
    );
    expect(invited.user).toMatchObject({ invited_at: instant, user_metadata: { city: "Gweru" } });
    const requests = [
      { type: "signup", email: freshAddress(), password: GOOD_PASSWORD },
      { type: "invite", email: freshAddress() },
      { type: "magiclink", email },
      { type: "recovery", email },
      { type: "email_change_current", email, newEmail: freshAddress() },
      { type: "email_change_new", email, newEmail: freshAddress() },
    ] as const;
    for (const request of requests) {
      const options = { redirectTo: REDIRECT };
      const { properties } = await good(admin.generateLink({ ...request, options }));
      expect(properties).toMatchObject({
        verification_type: request.type,
        redirect_to: REDIRECT,
        email_otp: expect.stringMatching(/^\d{6}$/),
        hashed_token: expect.any(String),
        action_link: expect.stringContaining("/auth/v1/verify?token="),
      });
    }
    const link = await good(admin.generateLink({ type: "magiclink", email }));
    const tokenHash = link.properties?.hashed_token ?? "";
    const opened = await good(clientOf().verifyOtp({ token_hash: tokenHash, type: "email" }));
    expect((await admin.signOut(opened.session?.access_token ?? "")).error).toBeNull();
    expect((await good(admin.deleteUser(id))).user?.id).toBe(id);
  });

  it("has no method that was not called", () => {
    const plain = createClient(backend.url, backend.publishableKey).auth;
    const spared = [...OF_BROWSERS, ...WITHIN, ...ABSENT];
    const missing = methodsOf(plain).filter(
      (name) =>
        !called.has(name) && !spared.some((one) => name === one || name.startsWith(`${one}.`)),
    );
    expect(missing).toEqual([]);
    expect(called.size).toBeGreaterThan(50);
  });
});
