import { createHash } from "node:crypto";
import type { AuthError } from "@supabase/supabase-js";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  type Member,
  tokenOf,
  visitorOf,
} from "./auth-client.fixture.ts";
import { anyText } from "./any-text.fixture.ts";
import { createFakeBrowser } from "./providers/browser.fixture.ts";
import {
  type FakeProvider,
  settingsOf,
  startFakeProvider,
} from "./providers/fake-provider.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

let identityCount = 0;

describe("a provider", () => {
  let backend: TestBackend;
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider();
    const oidc = { ...settingsOf(fake), clientIds: [fake.clientId, "phone-app"] };
    const github = { ...oidc, issuer: null, siteBase: fake.issuer, apiBase: fake.issuer };
    backend = await startTestBackend({
      settings: {
        redirectUrls: ["https://app.example/welcome"],
        providers: new Map([
          ["google", oidc],
          ["keycloak", oidc],
          ["github", github],
        ]),
      },
    });
  });
  afterAll(async () => {
    await backend.close();
    await fake.close();
  });
  beforeEach(() => {
    identityCount += 1;
    fake.person = {
      sub: `person-${identityCount}`,
      email: `Person.${identityCount}@provider.example`,
      email_verified: true,
      name: "Ada Moyo",
      picture: "https://provider.example/ada.png",
    };
  });

  const browser = createFakeBrowser();

  /** Opens the callback and returns the browser's final URL. */
  async function comeBack(address: URL, by = browser): Promise<URL> {
    const reply = await by.open(address);
    expect(reply.status).toBe(302);
    return new URL(reply.headers.get("location") ?? "");
  }

  async function start(query: string): Promise<string> {
    const reply = await browser.open(`${backend.url}/auth/v1/authorize?${query}`);
    expect(reply.status).toBe(302);
    return reply.headers.get("location") ?? "";
  }

  /** Signs up with a PKCE client, which shows by its verifier that it began a flow. */
  async function joinWithPkce(): Promise<Member> {
    const client = visitorOf(backend, { flowType: "pkce" });
    const email = freshAddress();
    const { data } = await client.auth.signUp({ email, password: GOOD_PASSWORD });
    return { client, email, id: data.user?.id ?? "" };
  }

  /** Links the next identity to the client's account. */
  async function link({ auth }: Member["client"]): Promise<AuthError | null> {
    const { data, error } = await auth.linkIdentity({ provider: "google" });
    if (error !== null) return error;
    const place = await comeBack(await fake.visit(data.url ?? ""));
    return (await auth.exchangeCodeForSession(place.searchParams.get("code") ?? "")).error;
  }

  it("receives state, nonce and PKCE, and the client's own parameters", async () => {
    const address = new URL(
      await start(
        "provider=google&scopes=calendar&prompt=consent&redirect_uri=https://evil.example",
      ),
    );
    expect(address.origin).toBe(fake.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: fake.clientId,
      response_type: "code",
      redirect_uri: `${backend.url}/auth/v1/callback`,
      scope: "openid email profile calendar",
      prompt: "consent",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("signs in with the session in the fragment", async () => {
    const back = await fake.visit(await start("provider=google"));
    const place = await comeBack(back);
    const fragment = new URLSearchParams(place.hash.slice(1));
    expect(place.origin).toBe(backend.url);
    expect(fragment.get("provider_token")).toBe("access-of-the-provider");
    expect(fragment.get("provider_refresh_token")).toBe("refresh-of-the-provider");
    const client = visitorOf(backend);
    const { data, error } = await client.auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: `person.${identityCount}@provider.example`,
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: { full_name: "Ada Moyo", email_verified: true },
      identities: [{ provider: "google", id: `person-${identityCount}` }],
    });
    const claims = await client.auth.getClaims();
    expect(claims.data?.claims["amr"]).toMatchObject([{ method: "oauth" }]);
    expect(await comeBack(back)).toMatchObject({
      search: expect.stringContaining("bad_oauth_state"),
    });
  });

  it("signs in only the browser that began the flow, when no verifier shows it", async () => {
    const back = await fake.visit(await start("provider=google"));
    const place = await comeBack(back, createFakeBrowser());
    expect(place.searchParams.get("error_code")).toBe("bad_oauth_state");
    expect(place.hash).not.toContain("access_token");
    const linkedBy = await joinAs(backend);
    const { data } = await linkedBy.client.auth.linkIdentity({ provider: "google" });
    const elsewhere = await comeBack(await fake.visit(data.url ?? ""), createFakeBrowser());
    expect(elsewhere.searchParams.get("error_code")).toBe("bad_oauth_state");
  });

  it("signs in with a code, and finds the same account the next time", async () => {
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      const client = visitorOf(backend, { flowType: "pkce" });
      const { data } = await client.auth.signInWithOAuth({
        provider: "google",
        options: { skipBrowserRedirect: true, redirectTo: "https://app.example/welcome" },
      });
      const begun = await fetch(data.url ?? "", { redirect: "manual" });
      const place = await comeBack(await fake.visit(begun.headers.get("location") ?? ""));
      expect(place.host).toBe("app.example");
      const code = place.searchParams.get("code") ?? "";
      const [kept] = await backend.admin`
        select provider_access_token as token from auth.flow_state
        where provider_access_token is not null`;
      expect(kept?.["token"]).not.toContain("access-of-the-provider");
      const exchanged = await client.auth.exchangeCodeForSession(code);
      expect(exchanged.error).toBeNull();
      expect(exchanged.data.session).toMatchObject({
        provider_token: "access-of-the-provider",
        provider_refresh_token: "refresh-of-the-provider",
      });
      ids.push(exchanged.data.user?.id);
    }
    expect(ids[0]).toBe(ids[1]);
  });

  it("signs in with plain OAuth 2.0", async () => {
    fake.profile = {
      id: 1_000 + identityCount,
      login: "ada",
      name: null,
      avatar_url: "https://x.y",
    };
    fake.mails = [
      { email: "other@github.example", primary: false, verified: true },
      { email: "Ada@github.example", primary: true, verified: true },
    ];
    const place = await comeBack(await fake.visit(await start("provider=github")));
    const token = new URLSearchParams(place.hash.slice(1)).get("access_token") ?? "";
    const { data } = await visitorOf(backend).auth.getUser(token);
    expect(data.user).toMatchObject({
      email: "ada@github.example",
      user_metadata: { user_name: "ada" },
      identities: [{ provider: "github", id: String(1_000 + identityCount) }],
    });
  });

  it("signs in to the account with the verified email address, and removes its other credentials", async () => {
    const email = `person.${identityCount}@provider.example`;
    const squatter = visitorOf(backend);
    const { data } = await squatter.auth.signUp({ email, password: GOOD_PASSWORD });
    const place = await comeBack(await fake.visit(await start("provider=google")));
    const token = new URLSearchParams(place.hash.slice(1)).get("access_token") ?? "";
    const { data: owner } = await visitorOf(backend).auth.getUser(token);
    expect(owner.user?.id).toBe(data.user?.id);
    expect(owner.user?.app_metadata).toMatchObject({ providers: ["email", "google"] });
    const again = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(again.error).toMatchObject({ code: "invalid_credentials" });
    expect((await squatter.auth.refreshSession()).error).not.toBeNull();
  });

  it("keeps the credentials of an account whose email address another provider has verified", async () => {
    const first = await comeBack(await fake.visit(await start("provider=google")));
    const token = new URLSearchParams(first.hash.slice(1)).get("access_token") ?? "";
    const { data: before } = await visitorOf(backend).auth.getUser(token);
    await comeBack(await fake.visit(await start("provider=keycloak")));
    const { data: after } = await visitorOf(backend).auth.getUser(token);
    expect(after.user?.id).toBe(before.user?.id);
    expect(after.user?.app_metadata["providers"]).toEqual(["google", "keycloak"]);
  });

  it("signs in to no account by an unverified email address", async () => {
    const email = `person.${identityCount}@provider.example`;
    const member = visitorOf(backend);
    const { data } = await member.auth.signUp({ email, password: GOOD_PASSWORD });
    fake.person = { ...fake.person, email_verified: false };
    const place = await comeBack(await fake.visit(await start("provider=google")));
    const token = new URLSearchParams(place.hash.slice(1)).get("access_token") ?? "";
    const { data: other } = await visitorOf(backend).auth.getUser(token);
    expect(other.user?.id).not.toBe(data.user?.id);
    expect(other.user?.email).toBe("");
    expect((await member.auth.getUser()).error).toBeNull();
  });

  it("can deny access, and its message is passed on", async () => {
    const back = await fake.visit(await start("provider=google"), { denied: true });
    const place = await comeBack(back);
    expect(place.searchParams.get("error")).toBe("access_denied");
    expect(place.searchParams.get("error_description")).toBe("They said no");
    expect(place.hash).toContain("error=access_denied");
  });

  it("is rejected with a forged code, and without an email address", async () => {
    const back = await fake.visit(await start("provider=google"));
    back.searchParams.set("code", "made-up");
    expect((await comeBack(back)).searchParams.get("error_code")).toBe("bad_oauth_callback");
    fake.person = { sub: "nobody" };
    const silent = await comeBack(await fake.visit(await start("provider=google")));
    expect(silent.searchParams.get("error_code")).toBe("email_address_not_provided");
    const late = await fake.visit(await start("provider=google"));
    backend.advance(11 * 60_000);
    expect((await comeBack(late)).searchParams.get("error_code")).toBe("bad_oauth_state");
    backend.advance(-11 * 60_000);
    const bare = await comeBack(new URL(`${backend.url}/auth/v1/callback`));
    expect(bare.searchParams.get("error_code")).toBe("bad_oauth_callback");
  });

  it("cannot crash the callback with its response", async () => {
    const text = anyText(60);
    await fc.assert(
      fc.asyncProperty(text, text, text, fc.boolean(), async (code, state, error, isPost) => {
        const values = new URLSearchParams({ code, state, error });
        const address = `${backend.url}/auth/v1/callback`;
        const reply = isPost
          ? await fetch(address, { method: "POST", body: values, redirect: "manual" })
          : await fetch(`${address}?${values.toString()}`, { redirect: "manual" });
        expect(reply.status).toBe(302);
        expect(new URL(reply.headers.get("location") ?? "").origin).toBe(backend.url);
      }),
      { numRuns: 100 },
    );
  });

  describe("with an ID token", () => {
    const ask = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
      callAuth(backend, "/token?grant_type=id_token", { body, headers });

    it("signs in with the requested nonce", async () => {
      const nonce = "a-nonce";
      const hashed = createHash("sha256").update(nonce).digest("hex");
      const { data, error } = await visitorOf(backend).auth.signInWithIdToken({
        provider: "google",
        token: await fake.idToken({ nonce: hashed }, { audience: "phone-app" }),
        nonce,
      });
      expect(error).toBeNull();
      expect(data.user?.app_metadata.provider).toBe("google");
    });

    it("rejects a token that is forged, expired, for others or without its nonce", async () => {
      const provider = "google";
      const hashed = createHash("sha256").update("right").digest("hex");
      const cases: [object, string, string][] = [
        [{ provider }, "invalid request", "id_token required"],
        [{ provider, id_token: "x.y.z" }, "invalid request", "Bad ID token"],
        [
          { provider, id_token: await fake.idToken({}, { issuer: "https://evil.example" }) },
          "invalid request",
          "Bad ID token",
        ],
        [
          { provider, id_token: await fake.idToken({}, { audience: "other" }) },
          "invalid request",
          'Unacceptable audience in id_token: ["other"]',
        ],
        [
          { provider, id_token: await fake.idToken(), nonce: "x" },
          "invalid request",
          "Passed nonce and nonce in id_token should either both exist or not.",
        ],
        [
          { provider, id_token: await fake.idToken({ nonce: hashed }), nonce: "wrong" },
          "invalid nonce",
          "Nonces mismatch",
        ],
        [
          { provider, id_token: await fake.idToken({ at_hash: "x" }), access_token: "y" },
          "invalid request",
          "Bad ID token",
        ],
      ];
      for (const [body, error, description] of cases) {
        const reply = await ask(body);
        expect(reply.status).toBe(400);
        expect(await reply.json()).toEqual({ error, error_description: description });
      }
      const off = await ask({ provider: "apple", id_token: "x" });
      expect(await off.json()).toMatchObject({
        code: "provider_disabled",
        message: 'Provider (issuer "https://appleid.apple.com") is not enabled',
      });
      const unknown = await ask({ provider: "nobody", id_token: "x" });
      expect(await unknown.json()).toMatchObject({
        message: 'Custom OIDC provider "nobody" not allowed',
      });
    });

    it("links an identity to the current user", async () => {
      const member = await joinAs(backend);
      const linked = await member.client.auth.linkIdentity({
        provider: "keycloak",
        token: await fake.idToken(),
      });
      expect(linked.error).toBeNull();
      const { data } = await member.client.auth.getUserIdentities();
      expect(data?.identities.map(({ provider }) => provider)).toEqual(["email", "keycloak"]);
    });
  });

  describe("as a linked identity", () => {
    it("is linked by a flow and unlinked again, but is never removed last", async () => {
      const member = await joinWithPkce();
      const { auth } = member.client;
      const alone = await auth.getUserIdentities();
      const [own] = alone.data?.identities ?? [];
      if (own === undefined) throw new Error("an identity is missing");
      expect((await auth.unlinkIdentity(own)).error).toMatchObject({
        status: 422,
        code: "single_identity_not_deletable",
        message: "User must have at least 1 identity after unlinking",
      });
      expect(await link(member.client)).toBeNull();
      const { data: linked } = await auth.getUserIdentities();
      expect(linked?.identities.map(({ provider }) => provider)).toEqual(["email", "google"]);
      const google = linked?.identities.find(({ provider }) => provider === "google");
      if (google === undefined) throw new Error("an identity is missing");

      const thief = await joinWithPkce();
      const stolen = await thief.client.auth.linkIdentity({ provider: "google" });
      const rejected = await comeBack(await fake.visit(stolen.data.url ?? ""));
      expect(rejected.searchParams.get("error_code")).toBe("identity_already_exists");

      expect((await auth.unlinkIdentity(google)).error).toBeNull();
      const left = await auth.getUser();
      expect(left.data.user?.app_metadata["providers"]).toEqual(["email"]);
      expect(left.data.user?.email).toBe(member.email);
    });

    it("is not linked to an account that did not begin the flow", async () => {
      const stranger = await joinWithPkce();
      const { data } = await stranger.client.auth.linkIdentity({ provider: "google" });
      const place = await comeBack(await fake.visit(data.url ?? ""));
      const victim = visitorOf(backend, { flowType: "pkce" });
      await victim.auth.signInWithOAuth({
        provider: "google",
        options: { skipBrowserRedirect: true },
      });
      const code = place.searchParams.get("code") ?? "";
      const exchanged = await victim.auth.exchangeCodeForSession(code);
      expect(exchanged.error).toMatchObject({ code: "bad_code_verifier" });
      const own = await stranger.client.auth.getUserIdentities();
      expect(own.data?.identities.map(({ provider }) => provider)).toEqual(["email"]);
    });

    it("is not taken from an account that got it during the flow", async () => {
      const [one, other] = [await joinWithPkce(), await joinWithPkce()];
      const codes = [];
      for (const { client } of [one, other]) {
        const { data } = await client.auth.linkIdentity({ provider: "google" });
        const place = await comeBack(await fake.visit(data.url ?? ""));
        codes.push(place.searchParams.get("code") ?? "");
      }
      const [first = "", second = ""] = codes;
      expect((await one.client.auth.exchangeCodeForSession(first)).error).toBeNull();
      const late = await other.client.auth.exchangeCodeForSession(second);
      expect(late.error).toMatchObject({ status: 422, code: "identity_already_exists" });
    });

    it("makes an anonymous account permanent", async () => {
      const client = visitorOf(backend, { flowType: "pkce" });
      await client.auth.signInAnonymously();
      expect(await link(client)).toBeNull();
      const { data: now } = await client.auth.getUser();
      expect(now.user).toMatchObject({
        is_anonymous: false,
        email: `person.${identityCount}@provider.example`,
      });
    });

    it.each([
      ["/user/identities/nonsense", 404, "validation_failed", "identity_id must be an UUID"],
    ])("is rejected at DELETE %s", async (path, status, code, message) => {
      const member = await joinAs(backend);
      const authorization = `Bearer ${await tokenOf(member)}`;
      const reply = await callAuth(backend, path, { method: "DELETE", headers: { authorization } });
      expect(reply.status).toBe(status);
      expect(await reply.json()).toEqual({ code, message });
    });

    it("leaves the account the email address of the remaining identity", async () => {
      const { client } = await joinWithPkce();
      expect(await link(client)).toBeNull();
      const identities = (await client.auth.getUserIdentities()).data?.identities ?? [];
      const own = identities.find(({ provider }) => provider === "email");
      if (own === undefined) throw new Error("an identity is missing");
      expect((await client.auth.unlinkIdentity(own)).error).toBeNull();
      const { data: now } = await client.auth.getUser();
      expect(now.user?.email).toBe(`person.${identityCount}@provider.example`);
      const missing = await client.auth.unlinkIdentity({
        ...own,
        identity_id: crypto.randomUUID(),
      });
      expect(missing.error).toMatchObject({ code: "single_identity_not_deletable" });
    });
  });
});
