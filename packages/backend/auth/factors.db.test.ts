import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BACKEND_DEFAULTS } from "#backend/default-settings.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";
import {
  callAuth,
  GOOD_PASSWORD,
  joinAs,
  type Member,
  operatorOf,
  OTHER_PASSWORD,
  tokenOf,
  visitorOf,
} from "./auth-client.fixture.ts";
import { createAuthenticator } from "./factors/authenticator.fixture.ts";
import { FAKE_ACCOUNT, type FakeTwilio, startFakeTwilio } from "./twilio.fixture.ts";

const STEP_MS = 30_000;

describe("a second factor", () => {
  let backend: TestBackend;
  let twilio: FakeTwilio;
  let clockMs = Date.now();
  beforeAll(async () => {
    twilio = await startFakeTwilio();
    backend = await startTestBackend({
      settings: {
        phone: {
          ...BACKEND_DEFAULTS.phone,
          twilio: { base: twilio.base, ...FAKE_ACCOUNT, from: "+15005550001" },
        },
      },
    });
    backend.setNow(clockMs);
  });
  afterAll(async () => {
    await backend.close();
    await twilio.close();
  });

  const codeOf = (secret: string, timestamp = clockMs): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  /** A code works once, so a test that needs a second code advances the clock. */
  const nextStep = (): void => {
    clockMs += STEP_MS;
    backend.setNow(clockMs);
  };

  async function enrollTotp(member: Member, friendlyName = "phone") {
    const { data, error } = await member.client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName,
    });
    if (error !== null) throw error;
    return { id: data.id, secret: data.totp.secret, totp: data.totp };
  }

  async function joinWithTotp(): Promise<
    Member & { id: string; factorId: string; secret: string }
  > {
    const member = await joinAs(backend);
    const { id: factorId, secret } = await enrollTotp(member);
    nextStep();
    const verified = await member.client.auth.mfa.challengeAndVerify({
      factorId,
      code: codeOf(secret),
    });
    if (verified.error !== null) throw verified.error;
    return { ...member, factorId, secret };
  }

  async function signInAgain(member: Member): Promise<Member> {
    const client = visitorOf(backend);
    await client.auth.signInWithPassword({ email: member.email, password: GOOD_PASSWORD });
    return { ...member, client };
  }

  it("of type totp starts with a QR code, a secret and a URI", async () => {
    const member = await joinAs(backend);
    const { totp, secret } = await enrollTotp(member);
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totp.uri);
    expect(uri.href).toMatch(/^otpauth:\/\/totp\//);
    expect(uri.searchParams.get("issuer")).toBe(new URL(backend.url).host);
    expect(decodeURIComponent(uri.pathname)).toContain(member.email);
    const [row] = await backend.admin`
      select secret from auth.mfa_factors where user_id = ${member.id}`;
    expect(row?.["secret"]).not.toContain(secret);
    const { data } = await member.client.auth.mfa.listFactors();
    expect(data?.all).toMatchObject([{ status: "unverified", factor_type: "totp" }]);
    expect(data?.totp).toEqual([]);
  });

  it("upgrades the session, ends those without it, and appears in token and policies", async () => {
    const member = await joinAs(backend);
    const elsewhere = await signInAgain(member);
    const before = await member.client.auth.getSession();
    const { id: factorId, secret } = await enrollTotp(member);
    nextStep();
    const challenge = await member.client.auth.mfa.challenge({ factorId });
    expect(challenge.data).toMatchObject({ type: "totp", expires_at: expect.any(Number) });
    const { data, error } = await member.client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? "",
      code: codeOf(secret),
    });
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: "verified" }]);
    const level = await member.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
    });
    expect((await elsewhere.client.auth.getUser()).error?.message).toBe("Auth session missing!");
    expect((await member.client.auth.refreshSession()).error).toBeNull();
    const claims = await member.client.auth.getClaims();
    expect(claims.data?.claims["aal"]).toBe("aal2");
    const old = await callAuth(backend, "/token?grant_type=refresh_token", {
      body: { refresh_token: before.data.session?.refresh_token },
    });
    expect(old.status).toBe(400);
  });

  it("is available to policies as auth.jwt()->>'aal'", async () => {
    await backend.admin.unsafe(`
      create table if not exists public.vault (id int primary key);
      grant select on public.vault to authenticated;
      alter table public.vault enable row level security;
      insert into public.vault values (1);
      create policy "raised alone" on public.vault for select to authenticated
        using ((select auth.jwt() ->> 'aal') = 'aal2');
      notify pgrst, 'reload schema'`);
    const member = await joinWithTotp();
    const claims = await member.client.auth.getClaims();
    const rows = await backend.database.asCaller(
      {
        caller: {
          role: "authenticated",
          claims: { ...claims.data?.claims, role: "authenticated" },
          userId: member.id,
          sessionId: null,
        },
        method: "GET",
        path: "/vault",
        headers: {},
        isReadOnly: true,
      },
      (sql) => sql`select id from public.vault`,
    );
    expect(rows).toHaveLength(1);
  });

  it("rejects a wrong code, a used code, and a code for another challenge", async () => {
    const member = await joinWithTotp();
    const { factorId, secret } = member;
    const { mfa } = member.client.auth;
    const used = await mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(used.error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
      message: "Invalid TOTP code entered",
    });
    nextStep();
    const wrong = codeOf(secret, clockMs + 100 * STEP_MS);
    expect((await mfa.challengeAndVerify({ factorId, code: wrong })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
    const challengeId = crypto.randomUUID();
    const unknown = await mfa.verify({ factorId, challengeId, code: codeOf(secret) });
    expect(unknown.error).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
    const empty = await mfa.verify({ factorId, challengeId, code: "" });
    expect(empty.error).toMatchObject({ status: 400, message: "Code needs to be non-empty" });
  });

  it("allows five attempts per challenge, within five minutes", async () => {
    const member = await joinWithTotp();
    const { factorId, secret } = member;
    const { mfa } = member.client.auth;
    const late = await mfa.challenge({ factorId });
    clockMs += 301_000;
    backend.setNow(clockMs);
    const response = { factorId, challengeId: late.data?.id ?? "", code: codeOf(secret) };
    expect((await mfa.verify(response)).error).toMatchObject({ code: "mfa_challenge_expired" });

    const challenge = await mfa.challenge({ factorId });
    const attempt = { factorId, challengeId: challenge.data?.id ?? "", code: "000000" };
    for (let count = 0; count < 5; count += 1) {
      expect((await mfa.verify(attempt)).error).toMatchObject({ code: "mfa_verification_failed" });
    }
    const right = await mfa.verify({ ...attempt, code: codeOf(secret) });
    expect(right.error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("is required before a password changes and before factors are added or removed", async () => {
    const member = await joinWithTotp();
    const again = await signInAgain(member);
    const { auth } = again.client;
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await auth.updateUser({ password: OTHER_PASSWORD })).error).toMatchObject({
      status: 401,
      code: "insufficient_aal",
    });
    const request = { factorType: "totp", friendlyName: "second" } as const;
    expect((await auth.mfa.enroll(request)).error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    const { factorId, secret } = member;
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: "insufficient_aal",
    });
    nextStep();
    await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await auth.refreshSession();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
  });

  it("has a unique name, and an account has at most ten", async () => {
    const member = await joinAs(backend);
    await enrollTotp(member, "one");
    const { mfa } = member.client.auth;
    const twice = await mfa.enroll({ factorType: "totp", friendlyName: "one" });
    expect(twice.error).toMatchObject({
      status: 422,
      code: "mfa_factor_name_conflict",
      message: 'A factor with the friendly name "one" for this user already exists',
    });
    for (let count = 2; count <= 10; count += 1) await enrollTotp(member, `${count}`);
    const eleventh = await mfa.enroll({ factorType: "totp", friendlyName: "eleven" });
    expect(eleventh.error).toMatchObject({ code: "too_many_enrolled_mfa_factors" });
  });

  it.each([
    ["POST", "/factors", { factor_type: "nonsense" }, 400, "validation_failed"],
    ["POST", "/factors", { factor_type: "phone" }, 400, "validation_failed"],
    ["POST", "/factors", { factor_type: "phone", phone: "12a" }, 400, "validation_failed"],
    ["POST", "/factors/x/challenge", {}, 404, "validation_failed"],
    ["POST", `/factors/${crypto.randomUUID()}/challenge`, {}, 404, "mfa_factor_not_found"],
    ["DELETE", `/factors/${crypto.randomUUID()}`, undefined, 404, "mfa_factor_not_found"],
    ["GET", "/factors/recovery-codes", undefined, 404, "mfa_factor_not_found"],
    ["POST", "/factors/recovery-codes", {}, 403, "insufficient_aal"],
    ["POST", "/factors/recovery-codes/verify", { code: "" }, 400, "validation_failed"],
    ["POST", "/factors/recovery-codes/verify", { code: "x" }, 422, "mfa_verification_failed"],
  ])("responds to %s %s %j with %i %s", async (method, path, body, status, code) => {
    const member = await joinAs(backend);
    const authorization = `Bearer ${await tokenOf(member)}`;
    const reply = await callAuth(backend, path, { method, body, headers: { authorization } });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ code });
    expect((await callAuth(backend, path, { method, body })).status).toBe(401);
  });

  it("is not available to anonymous accounts nor for other accounts' factors", async () => {
    const client = visitorOf(backend);
    await client.auth.signInAnonymously();
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject({
      status: 403,
      code: "no_authorization",
    });
    const { factorId } = await joinWithTotp();
    const stranger = await joinAs(backend);
    expect((await stranger.client.auth.mfa.challenge({ factorId })).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
  });

  it("of type phone is a code in a text message", async () => {
    const member = await joinAs(backend);
    const { mfa } = member.client.auth;
    const phone = "+263772000001";
    const { data } = await mfa.enroll({ factorType: "phone", phone, friendlyName: "sim" });
    expect(data).toMatchObject({ type: "phone", phone, friendly_name: "sim" });
    const factorId = data?.id ?? "";
    const challenge = await mfa.challenge({ factorId, channel: "sms" });
    expect(challenge.data).toMatchObject({ type: "phone" });
    const code = await twilio.newestCode("263772000001");
    const challengeId = challenge.data?.id ?? "";
    const wrong = code === "111111" ? "222222" : "111111";
    expect((await mfa.verify({ factorId, challengeId, code: wrong })).error).toMatchObject({
      code: "mfa_verification_failed",
      message: "Invalid MFA Phone code entered",
    });
    const verified = await mfa.verify({ factorId, challengeId, code });
    expect(verified.error).toBeNull();
    const claims = await member.client.auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ aal: "aal2" });
    const early = await mfa.challenge({ factorId, channel: "sms" });
    expect(early.error).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
    const twice = await mfa.enroll({ factorType: "phone", phone, friendlyName: "again" });
    expect(twice.error).toMatchObject({ code: "mfa_verified_factor_exists" });
  });

  it("of type webauthn is created once and used again, on this site only", async () => {
    const member = await joinAs(backend);
    const key = createAuthenticator(backend.url);
    const authorization = `Bearer ${await tokenOf(member)}`;
    const enrolled = await member.client.auth.mfa.enroll({
      factorType: "webauthn",
      friendlyName: "key",
    });
    expect(enrolled.data).toMatchObject({ type: "webauthn", friendly_name: "key" });
    const factorId = enrolled.data?.id ?? "";
    const ask = async (path: string, body: object, token = authorization) =>
      (
        await callAuth(backend, `/factors/${factorId}${path}`, {
          body,
          headers: { authorization: token },
        })
      ).json();
    const creation = await ask("/challenge", {});
    const { publicKey } = creation.webauthn.credential_options;
    expect(creation).toMatchObject({ type: "webauthn", webauthn: { type: "create" } });
    expect(publicKey).toMatchObject({
      rp: { id: new URL(backend.url).hostname },
      user: { name: member.email },
    });
    const foreign = key.create(publicKey.challenge, { origin: "https://phish.example" });
    expect(
      await ask("/verify", {
        challenge_id: creation.id,
        webauthn: { type: "create", credential_response: foreign },
      }),
    ).toMatchObject({ code: "mfa_verification_failed" });
    const made = await ask("/verify", {
      challenge_id: creation.id,
      webauthn: { type: "create", credential_response: key.create(publicKey.challenge) },
    });
    expect(made).toMatchObject({ token_type: "bearer" });

    const again = await signInAgain(member);
    const token = `Bearer ${await tokenOf(again)}`;
    const request = await ask("/challenge", {}, token);
    const options = request.webauthn.credential_options.publicKey;
    expect(request.webauthn.type).toBe("request");
    expect(options.allowCredentials).toHaveLength(1);
    const response = key.get(options.challenge);
    const body = {
      challenge_id: request.id,
      webauthn: { type: "request", credential_response: response },
    };
    const raised = await ask("/verify", body, token);
    expect(raised.user.factors).toMatchObject([{ status: "verified", factor_type: "webauthn" }]);
    const replayed = await ask("/verify", body, `Bearer ${raised.access_token}`);
    expect(replayed).toMatchObject({ code: "mfa_ip_address_mismatch" });
  });

  it("can be replaced by recovery codes, each once", async () => {
    const member = await joinWithTotp();
    const ask = async (method: string, path: string, client: Member, body?: object) =>
      callAuth(backend, `/factors/recovery-codes${path}`, {
        method,
        body,
        headers: { authorization: `Bearer ${await tokenOf(client)}` },
      });
    const made = await (await ask("POST", "", member)).json();
    expect(made).toMatchObject({
      type: "recovery_code",
      friendly_name: "Recovery codes",
      total: 10,
    });
    expect(new Set(made.codes).size).toBe(10);
    expect((await ask("POST", "", member)).status).toBe(422);
    const lost = await signInAgain(member);
    const [first = "", second = ""] = made.codes;
    const wrong = await ask("POST", "/verify", lost, { code: "nothing-like-it" });
    expect(await wrong.json()).toMatchObject({ message: "Invalid recovery code entered" });
    const typed = first.toUpperCase().replaceAll(/(.{4})/g, "$1-");
    const raised = await ask("POST", "/verify", lost, { code: typed });
    expect(raised.status).toBe(200);
    const session = await raised.json();
    await lost.client.auth.setSession(session);
    const counted = await (await ask("GET", "", lost)).json();
    expect(counted).toMatchObject({ id: made.id, total: 10, remaining: 9 });
    expect((await ask("POST", "/verify", lost, { code: first })).status).toBe(422);

    for (let count = 0; count < 4; count += 1) {
      await ask("POST", "/verify", lost, { code: "nothing" });
    }
    const locked = await ask("POST", "/verify", lost, { code: second });
    expect([locked.status, (await locked.json()).code]).toEqual([429, "mfa_recovery_codes_locked"]);
    // A lock of a clock that was ahead.
    await backend.admin`
      update auth.mfa_recovery_code_sets set verification_locked_until = now() + interval '1 year'
      where user_id = ${member.id}`;
    expect((await ask("POST", "/verify", lost, { code: "nothing" })).status).toBe(422);
    const renewed = await (await ask("POST", "/regenerate", lost)).json();
    expect(renewed.codes).not.toContain(second);
    const fresh = await ask("POST", "/verify", lost, { code: renewed.codes[0] });
    expect(fresh.status).toBe(200);
    await lost.client.auth.setSession(await fresh.json());
    const sole = await lost.client.auth.mfa.unenroll({ factorId: member.factorId });
    expect(sole.error).toMatchObject({ code: "mfa_recovery_codes_sole_factor" });
    expect((await ask("DELETE", "", lost)).status).toBe(200);
  });

  it("is listed and deleted by the operator", async () => {
    const member = await joinWithTotp();
    const { admin } = operatorOf(backend).auth;
    const { data } = await admin.mfa.listFactors({ userId: member.id });
    expect(data?.factors).toMatchObject([{ id: member.factorId, factor_type: "totp" }]);
    expect(JSON.stringify(data)).not.toContain("secret");
    const named = await callAuth(backend, `/admin/users/${member.id}/factors/${member.factorId}`, {
      method: "PUT",
      body: { friendly_name: "lost" },
      key: backend.secretKey,
    });
    expect(await named.json()).toMatchObject({ friendly_name: "lost" });
    const gone = await admin.mfa.deleteFactor({ userId: member.id, id: member.factorId });
    expect(gone.error).toBeNull();
    const again = await admin.mfa.deleteFactor({ userId: member.id, id: member.factorId });
    expect(again.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    const level = await (
      await signInAgain(member)
    ).client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data?.nextLevel).toBe("aal1");
  });
});
