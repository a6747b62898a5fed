import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BACKEND_DEFAULTS } from "#backend/default-settings.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";
import { callAuth, GOOD_PASSWORD, joinAs, tokenOf, visitorOf } from "./auth-client.fixture.ts";
import { createFakeBrowser } from "./providers/browser.fixture.ts";
import {
  type FakeProvider,
  settingsOf,
  startFakeProvider,
} from "./providers/fake-provider.fixture.ts";
import { FAKE_ACCOUNT, type FakeTwilio, startFakeTwilio } from "./twilio.fixture.ts";

const PHONE = "15005550006";

describe("sign-in over two servers on one database", () => {
  let fake: FakeProvider;
  let twilio: FakeTwilio;
  let one: TestBackend;
  let two: TestBackend;

  beforeAll(async () => {
    fake = await startFakeProvider();
    twilio = await startFakeTwilio();
    const settings = {
      phone: {
        ...BACKEND_DEFAULTS.phone,
        mustConfirm: true,
        messagesPerDay: 4,
        twilio: { base: twilio.base, ...FAKE_ACCOUNT, from: "+15005550001" },
      },
      providers: new Map([["google", settingsOf(fake)]]),
    };
    one = await startTestBackend({ settings });
    two = await startTestBackend({ sharedWith: one, settings: { ...settings, siteUrl: one.url } });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    await fake.close();
    await twilio.close();
  });

  it("opens a session at one server with a code of the other, and counts attempts at both", async () => {
    const { auth } = visitorOf(one);
    await auth.signInWithOtp({ phone: PHONE });
    const token = await twilio.newestCode(PHONE);
    for (const server of [one, two, one, two]) {
      const other = token === "654321" ? "123456" : "654321";
      const wrong = { phone: PHONE, token: other, type: "sms" } as const;
      expect((await visitorOf(server).auth.verifyOtp(wrong)).error).toMatchObject({ status: 403 });
    }
    const right = { phone: PHONE, token, type: "sms" } as const;
    expect((await visitorOf(two).auth.verifyOtp(right)).error).toBeNull();
    const sixth = await visitorOf(one).auth.verifyOtp(right);
    expect(sixth.error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("counts text messages of both against the daily limit", async () => {
    const rejected = [];
    for (const [count, server] of [one, two, one, two].entries()) {
      const { error } = await visitorOf(server).auth.signInWithOtp({ phone: `1500555010${count}` });
      rejected.push(error?.code ?? null);
    }
    expect(rejected).toEqual([null, null, null, "over_sms_send_rate_limit"]);
  });

  it("accepts at one server the response to a challenge of the other, once", async () => {
    const member = await joinAs(one);
    const headers = { authorization: `Bearer ${await tokenOf(member)}` };
    const { data } = await member.client.auth.mfa.enroll({ factorType: "totp" });
    const path = `/factors/${data?.id}`;
    const challenge = await callAuth(one, `${path}/challenge`, { body: {}, headers });
    const { id } = await challenge.json();
    const statuses = [];
    for (const server of [one, two, one, two, one, two]) {
      const body = { challenge_id: id, code: "000000" };
      statuses.push((await callAuth(server, `${path}/verify`, { body, headers })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it("accepts at one server the response to a passkey challenge of the other, once", async () => {
    const options = await callAuth(one, "/passkeys/authentication/options", { body: {} });
    const { challenge_id } = await options.json();
    const codes = [];
    for (const server of [two, one]) {
      const body = { challenge_id, credential: {} };
      const reply = await callAuth(server, "/passkeys/authentication/verify", { body });
      codes.push((await reply.json()).code);
    }
    expect(codes).toEqual(["webauthn_verification_failed", "webauthn_challenge_not_found"]);
  });

  it("finishes at one server a flow of the other, in the same browser and with the same verifier", async () => {
    fake.person = { sub: "two", email: "two@provider.example", email_verified: true };
    const browser = createFakeBrowser();
    const away = await browser.follow(`${one.url}/auth/v1/authorize?provider=google`);
    const back = await fake.visit(away.href);
    back.host = new URL(two.url).host;
    expect((await browser.follow(back)).hash).toContain("access_token");

    const { auth } = visitorOf(one, { flowType: "pkce" });
    const { data } = await auth.signInWithOAuth({
      provider: "google",
      options: { skipBrowserRedirect: true },
    });
    const there = await fake.visit((await createFakeBrowser().follow(data.url ?? "")).href);
    there.host = new URL(two.url).host;
    const place = await createFakeBrowser().follow(there);
    const exchanged = await auth.exchangeCodeForSession(place.searchParams.get("code") ?? "");
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session?.provider_token).toBe("access-of-the-provider");
  });

  it("ends a session at both when one signs it out", async () => {
    const member = await joinAs(one);
    const authorization = `Bearer ${await tokenOf(member)}`;
    expect((await callAuth(two, "/user", { headers: { authorization } })).status).toBe(200);
    await member.client.auth.signOut();
    expect((await callAuth(two, "/user", { headers: { authorization } })).status).toBe(403);
    const { email } = member;
    const again = await visitorOf(two).auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    expect(again.error).toBeNull();
  });
});
