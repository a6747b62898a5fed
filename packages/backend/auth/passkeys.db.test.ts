import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  joinAs,
  type Member,
  operatorOf,
  tokenOf,
  visitorOf,
} from "./auth-client.fixture.ts";
import { createAuthenticator, type SoftAuthenticator } from "./factors/authenticator.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("a passkey", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  const ask = async (path: string, body: object, member?: Member) => {
    const headers: Record<string, string> =
      member === undefined ? {} : { authorization: `Bearer ${await tokenOf(member)}` };
    const reply = await callAuth(backend, `/passkeys${path}`, { body, headers });
    return { status: reply.status, ...(await reply.json()) };
  };

  async function register(member: Member): Promise<SoftAuthenticator> {
    const key = createAuthenticator(backend.url);
    const { data, error } = await member.client.auth.passkey.startRegistration();
    if (error !== null) throw error;
    const credential = key.create(data.options.challenge);
    const saved = await ask(
      "/registration/verify",
      { challenge_id: data.challenge_id, credential },
      member,
    );
    expect(saved).toMatchObject({ status: 200, id: expect.any(String) });
    return key;
  }

  it("is created by a signed-in user and signs in without a password", async () => {
    const member = await joinAs(backend);
    const key = await register(member);
    const started = await visitorOf(backend).auth.passkey.startAuthentication();
    const { challenge_id: challengeId, options } = started.data ?? {};
    expect(started.data?.options.allowCredentials ?? []).toEqual([]);
    const credential = key.get(options?.challenge ?? "");
    const session = await ask("/authentication/verify", { challenge_id: challengeId, credential });
    expect(session).toMatchObject({ token_type: "bearer", user: { id: member.id } });
    const client = visitorOf(backend);
    await client.auth.setSession({
      access_token: session.access_token,
      refresh_token: session.refresh_token,
    });
    const claims = await client.auth.getClaims();
    expect(claims.data?.claims["amr"]).toMatchObject([{ method: "passkey" }]);
    const again = await ask("/authentication/verify", { challenge_id: challengeId, credential });
    expect(again).toMatchObject({ status: 400, code: "webauthn_challenge_not_found" });
  });

  it("is listed, renamed and deleted, by its owner and by the operator", async () => {
    const member = await joinAs(backend);
    await register(member);
    await register(member);
    const { passkey } = member.client.auth;
    const { data } = await passkey.list();
    expect(data).toHaveLength(2);
    const [first, second] = data ?? [];
    const named = await passkey.update({ passkeyId: first?.id ?? "", friendlyName: "My phone" });
    expect(named.data).toMatchObject({ friendly_name: "My phone" });
    const nameless = await passkey.update({ passkeyId: first?.id ?? "", friendlyName: " " });
    expect(nameless.error).toMatchObject({ status: 400, code: "validation_failed" });
    expect((await passkey.delete({ passkeyId: first?.id ?? "" })).error).toBeNull();
    const { admin } = operatorOf(backend).auth;
    const listed = await admin.passkey.listPasskeys({ userId: member.id });
    expect(listed.data).toMatchObject([{ id: second?.id }]);
    const gone = await admin.passkey.deletePasskey({
      userId: member.id,
      passkeyId: second?.id ?? "",
    });
    expect(gone.error).toBeNull();
    expect((await passkey.list()).data).toEqual([]);
    const stranger = await joinAs(backend);
    const other = await stranger.client.auth.passkey.delete({ passkeyId: second?.id ?? "" });
    expect(other.error).toMatchObject({ status: 404, code: "webauthn_credential_not_found" });
  });

  it("is rejected from another site, after its challenge expired, and when unknown", async () => {
    const member = await joinAs(backend);
    const key = await register(member);
    const start = () => ask("/authentication/options", {});
    const foreign = await start();
    expect(
      await ask("/authentication/verify", {
        challenge_id: foreign.challenge_id,
        credential: key.get(foreign.options.challenge, { origin: "https://phish.example" }),
      }),
    ).toMatchObject({ status: 400, code: "webauthn_verification_failed" });
    const unknown = await start();
    expect(
      await ask("/authentication/verify", {
        challenge_id: unknown.challenge_id,
        credential: createAuthenticator(backend.url).get(unknown.options.challenge),
      }),
    ).toMatchObject({ status: 400, code: "webauthn_verification_failed" });
    const broken = await start();
    expect(
      await ask("/authentication/verify", { challenge_id: broken.challenge_id, credential: {} }),
    ).toMatchObject({ status: 400, code: "webauthn_verification_failed" });
    const late = await start();
    backend.advance(301_000);
    expect(
      await ask("/authentication/verify", {
        challenge_id: late.challenge_id,
        credential: key.get(late.options.challenge),
      }),
    ).toMatchObject({ status: 400, code: "webauthn_challenge_expired" });
    backend.advance(-301_000);
  });

  it.each([
    [{ credential: {} }, "challenge_id is required"],
    [{ challenge_id: "x", credential: {} }, "challenge_id must be a valid UUID"],
    [{ challenge_id: crypto.randomUUID() }, "credential is required"],
  ])("is rejected with %j", async (body, message) => {
    expect(await ask("/authentication/verify", body)).toMatchObject({ status: 400, message });
  });

  it("is not available to anonymous accounts, and an account has at most ten", async () => {
    const client = visitorOf(backend);
    await client.auth.signInAnonymously();
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject({ status: 403 });
    const member = await joinAs(backend);
    for (let count = 0; count < 10; count += 1) await register(member);
    expect((await member.client.auth.passkey.startRegistration()).error).toMatchObject({
      status: 422,
      code: "too_many_passkeys",
    });
  });
});
