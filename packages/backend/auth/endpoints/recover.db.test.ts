import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  OTHER_PASSWORD,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
import { followLink, newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const HOUR_MS = 3_600_000;

describe("POST /recover", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("mails a link to a session that may set a password (S7.28)", async () => {
    const { email } = await joinAs(backend);
    const { auth } = visitorOf(backend);
    const options = { redirectTo: `${backend.url}/reset` };
    const sent = await auth.resetPasswordForEmail(email, options);
    expect(sent).toEqual({ data: {}, error: null });
    const mail = await newestMail(backend, email);
    expect(mail.kind).toBe("recovery");

    const { address, fragment } = await followLink(mail.link);
    expect(address.origin + address.pathname).toBe(`${backend.url}/reset`);
    expect(fragment).toMatchObject({
      token_type: "bearer",
      expires_in: "900",
      type: "recovery",
      sb: "",
    });
    expect(Number(fragment["expires_at"])).toBeGreaterThan(0);
    const session = await auth.setSession({
      access_token: fragment["access_token"] ?? "",
      refresh_token: fragment["refresh_token"] ?? "",
    });
    expect(session.error).toBeNull();
    backend.advance(20 * 60_000);
    await auth.refreshSession();
    expect((await auth.updateUser({ password: OTHER_PASSWORD })).error).toBeNull();
    const signedIn = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: OTHER_PASSWORD,
    });
    expect(signedIn.error).toBeNull();
  });

  it("mails a link that works once", async () => {
    const { email } = await joinAs(backend);
    await visitorOf(backend).auth.resetPasswordForEmail(email);
    const { link } = await newestMail(backend, email);
    await followLink(link);
    const again = await followLink(link);
    expect(again.fragment).toEqual({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
      sb: "",
    });
    expect(again.address.origin).toBe(backend.url);
  });

  it("mails a link that survives a check by a mail program", async () => {
    const { email } = await joinAs(backend);
    await visitorOf(backend).auth.resetPasswordForEmail(email);
    const { link } = await newestMail(backend, email);
    const looked = await fetch(link ?? "", { method: "HEAD", redirect: "manual" });
    expect(looked.status).toBe(200);
    expect((await followLink(link)).address.hash).toContain("access_token");
  });

  it("mails a link that works for an hour", async () => {
    const { email } = await joinAs(backend);
    await visitorOf(backend).auth.resetPasswordForEmail(email);
    const { link } = await newestMail(backend, email);
    backend.advance(HOUR_MS);
    expect((await followLink(link)).fragment).toMatchObject({ error_code: "otp_expired" });
  });

  it("signs in one of ten parallel clicks", async () => {
    const { email } = await joinAs(backend);
    await visitorOf(backend).auth.resetPasswordForEmail(email);
    const { link } = await newestMail(backend, email);
    const ends = await Promise.all(Array.from({ length: 10 }, () => followLink(link)));
    expect(ends.filter(({ fragment }) => "access_token" in fragment)).toHaveLength(1);
  });

  it("responds alike for a known, an unknown and a banned account", async () => {
    const { email: known } = await joinAs(backend);
    for (const email of [known, freshAddress()]) {
      const reply = await callAuth(backend, "/recover", { body: { email } });
      expect(reply.status).toBe(200);
      expect(await reply.json()).toEqual({});
    }
    const { email: banned } = await joinAs(backend);
    await backend.admin`update auth.users set banned_until = 'infinity' where email = ${banned}`;
    await callAuth(backend, "/recover", { body: { email: banned } });
    const { link } = await newestMail(backend, banned);
    expect((await followLink(link)).fragment).toMatchObject({ error_code: "user_banned" });
  });

  it("mails an email address once a minute and five times in half an hour, known or not", async () => {
    for (const email of [(await joinAs(backend)).email, freshAddress()]) {
      const ask = (): Promise<Response> => callAuth(backend, "/recover", { body: { email } });
      for (let count = 0; count < 5; count += 1) {
        expect((await ask()).status).toBe(200);
        const rejected = await ask();
        expect(rejected.status).toBe(429);
        expect(Number(rejected.headers.get("retry-after"))).toBeLessThanOrEqual(60);
        expect(await rejected.json()).toMatchObject({
          code: "over_email_send_rate_limit",
          message: expect.stringMatching(
            /^For security purposes, you can only request this after \d+ seconds\.$/,
          ),
        });
        backend.advance(61_000);
      }
      const sixth = await ask();
      expect(sixth.status).toBe(429);
      expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(60);
      backend.advance(30 * 60_000);
      expect((await ask()).status).toBe(200);
    }
  });

  it.each([
    [{}, "Password recovery requires an email"],
    [{ email: "nowhere" }, "Unable to validate email address: invalid format"],
    [
      { email: "a@example.org\nBcc: b@example.org" },
      "Unable to validate email address: invalid format",
    ],
  ])("rejects %j", async (body, message) => {
    const reply = await callAuth(backend, "/recover", { body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ code: "validation_failed", message });
  });

  it("signs the owner in after strangers guessed the password", async () => {
    const { email } = await joinAs(backend);
    const wrong = (): Promise<Response> =>
      callAuth(backend, "/token?grant_type=password", { body: { email, password: "wrong" } });
    for (let count = 0; count < 10; count += 1) await wrong();
    expect((await wrong()).status).toBe(429);
    await visitorOf(backend).auth.resetPasswordForEmail(email);
    const { code } = await newestMail(backend, email);
    await visitorOf(backend).auth.verifyOtp({ email, token: code, type: "recovery" });
    const signedIn = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(signedIn.error).toBeNull();
  });

  it("mails in the language of the account, else of the browser", async () => {
    const { email } = await joinAs(backend);
    await callAuth(backend, "/recover", {
      body: { email },
      headers: { "accept-language": "fr-FR,fr;q=0.9" },
    });
    expect((await newestMail(backend, email)).subject).toContain("nouveau mot de passe");
  });
});
