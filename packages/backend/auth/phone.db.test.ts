import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { BACKEND_DEFAULTS } from "#backend/default-settings.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  operatorOf,
  OTHER_PASSWORD,
  visitorOf,
} from "./auth-client.fixture.ts";
import { FAKE_ACCOUNT, type FakeTwilio, startFakeTwilio } from "./twilio.fixture.ts";

let numberCount = 0;

/** Returns an unused number without "+". */
function freshNumber(): string {
  numberCount += 1;
  return `2637710${String(numberCount).padStart(5, "0")}`;
}

describe("an account with a phone number, without confirmation", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("is created and signs in with a password", async () => {
    const phone = freshNumber();
    const signUp = { phone: `+${phone}`, password: GOOD_PASSWORD };
    const { data, error } = await visitorOf(backend).auth.signUp(signUp);
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeDefined();
    expect(data.user).toMatchObject({
      phone,
      email: "",
      app_metadata: { provider: "phone", providers: ["phone"] },
      user_metadata: { phone_verified: true },
      identities: [{ provider: "phone", identity_data: { phone, phone_verified: true } }],
    });
    const client = visitorOf(backend);
    const login = await client.auth.signInWithPassword({ phone, password: GOOD_PASSWORD });
    expect(login.data.user?.id).toBe(data.user?.id);
    const wrong = await client.auth.signInWithPassword({ phone, password: "something-else" });
    expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
    const twice = await visitorOf(backend).auth.signUp(signUp);
    expect(twice.error).toMatchObject({ status: 422, code: "user_already_exists" });
  });

  it.each(["12", "0771234567", "abc", "+1234567890123456", ""])(
    "is rejected for %j",
    async (phone) => {
      const body = { phone, email: "", password: GOOD_PASSWORD };
      const reply = await callAuth(backend, "/signup", { body: { ...body, phone: phone || "+" } });
      const isShort = phone === "12";
      expect(reply.status).toBe(isShort ? 200 : 400);
      if (isShort) return;
      expect(await reply.json()).toEqual({
        code: "validation_failed",
        message: "Invalid phone number format (E.164 required)",
      });
    },
  );

  it("gets its code in a folder of the operator when no SMS provider is set", async () => {
    const phone = freshNumber();
    const { data, error } = await visitorOf(backend).auth.signInWithOtp({ phone });
    expect(error).toBeNull();
    expect(data.messageId).toMatch(/^[0-9a-f-]{36}$/);
    const folder = join(backend.settings.dataDir, "sms");
    const text = await vi.waitFor(() => {
      if (!existsSync(folder)) throw new Error("no message yet");
      const found = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .find((content) => content.startsWith(`To: +${phone}\n`));
      if (found === undefined) throw new Error("no message yet");
      return found;
    });
    const token = /\b\d{6}\b/.exec(text.split("\n").slice(1).join("\n"))?.[0] ?? "";
    const verified = await visitorOf(backend).auth.verifyOtp({ phone, token, type: "sms" });
    expect(verified.data.user?.phone).toBe(phone);
  });

  it("chooses the channel of a message", async () => {
    const request = { phone: freshNumber(), options: { channel: "whatsapp" } } as const;
    const { error } = await visitorOf(backend).auth.signInWithOtp(request);
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  it("is created, changed and found by the operator", async () => {
    const { admin } = operatorOf(backend).auth;
    const phone = freshNumber();
    const made = await admin.createUser({ phone, phone_confirm: true, password: GOOD_PASSWORD });
    expect(made.error).toBeNull();
    expect(made.data.user).toMatchObject({ phone, email: "" });
    expect((await admin.createUser({ phone })).error).toMatchObject({ code: "phone_exists" });
    const id = made.data.user?.id ?? "";
    const other = freshNumber();
    const changed = await admin.updateUserById(id, { phone: other, email: freshAddress() });
    expect(changed.data.user).toMatchObject({ phone: other, email: expect.stringContaining("@") });
    const taken = freshNumber();
    await admin.createUser({ phone: taken });
    expect((await admin.updateUserById(id, { phone: taken })).error).toMatchObject({
      code: "phone_exists",
    });
  });
});

describe("an account with a phone number, with confirmation", () => {
  let backend: TestBackend;
  let twilio: FakeTwilio;
  beforeAll(async () => {
    twilio = await startFakeTwilio();
    backend = await startTestBackend({
      settings: {
        phone: {
          ...BACKEND_DEFAULTS.phone,
          mustConfirm: true,
          twilio: { base: twilio.base, ...FAKE_ACCOUNT, from: "+15005550001" },
        },
      },
    });
  });
  afterAll(async () => {
    await backend.close();
    await twilio.close();
  });

  it("signs in with the code of a sign-up, once", async () => {
    const phone = freshNumber();
    const client = visitorOf(backend);
    const signedUp = await client.auth.signUp({ phone, password: GOOD_PASSWORD });
    expect(signedUp.data).toMatchObject({ session: null, user: { phone } });
    const early = await client.auth.signInWithPassword({ phone, password: GOOD_PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: "phone_not_confirmed" });
    const token = await twilio.newestCode(phone);
    const { data, error } = await client.auth.verifyOtp({ phone, token, type: "sms" });
    expect(error).toBeNull();
    expect(data.user?.phone_confirmed_at).toBeDefined();
    const claims = await client.auth.getClaims();
    expect(claims.data?.claims["amr"]).toMatchObject([{ method: "otp" }]);
    const twice = await visitorOf(backend).auth.verifyOtp({ phone, token, type: "sms" });
    expect(twice.error).toMatchObject({ status: 403, code: "otp_expired" });
    const login = await client.auth.signInWithPassword({ phone, password: GOOD_PASSWORD });
    expect(login.error).toBeNull();
  });

  it("signs in with a code, and an unknown number gets the same response", async () => {
    const phone = freshNumber();
    const { auth } = visitorOf(backend);
    expect((await auth.signInWithOtp({ phone })).error).toBeNull();
    const token = await twilio.newestCode(phone);
    expect((await auth.verifyOtp({ phone, token, type: "sms" })).error).toBeNull();
    const stranger = freshNumber();
    const request = { phone: stranger, options: { shouldCreateUser: false } };
    const { data, error } = await auth.signInWithOtp(request);
    expect([error, typeof data.messageId]).toEqual([null, "string"]);
    expect(twilio.messages.some(({ to }) => to === `+${stranger}`)).toBe(false);
  });

  it("gets a new code after a minute, by WhatsApp too", async () => {
    const phone = freshNumber();
    const { auth } = visitorOf(backend);
    await auth.signUp({ phone, password: GOOD_PASSWORD, options: { channel: "whatsapp" } });
    await twilio.newestCode(phone);
    expect(twilio.messages.at(-1)).toMatchObject({
      to: `whatsapp:+${phone}`,
      from: "whatsapp:+15005550001",
    });
    const early = await auth.resend({ type: "sms", phone });
    expect(early.error).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
    backend.advance(61_000);
    expect((await auth.resend({ type: "sms", phone })).error).toBeNull();
    const token = await twilio.newestCode(phone, 2);
    expect((await auth.verifyOtp({ phone, token, type: "sms" })).error).toBeNull();
  });

  it("changes its number with a code", async () => {
    const member = await joinAs(backend);
    const phone = freshNumber();
    const requested = await member.client.auth.updateUser({ phone });
    expect(requested.data.user).toMatchObject({ phone: "", new_phone: phone });
    const token = await twilio.newestCode(phone);
    const moved = await member.client.auth.verifyOtp({ phone, token, type: "phone_change" });
    expect(moved.data.user).toMatchObject({
      id: member.id,
      phone,
      app_metadata: { provider: "email", providers: ["email", "phone"] },
    });
    const other = await joinAs(backend);
    expect((await other.client.auth.updateUser({ phone })).error).toMatchObject({
      status: 422,
      code: "phone_exists",
    });
  });

  it("allows five attempts at a code", async () => {
    const phone = freshNumber();
    const { auth } = visitorOf(backend);
    await auth.signInWithOtp({ phone });
    const right = await twilio.newestCode(phone);
    const token = right === "000000" ? "000001" : "000000";
    for (let count = 0; count < 5; count += 1) {
      const { error } = await auth.verifyOtp({ phone, token, type: "sms" });
      expect(error).toMatchObject({ status: 403, message: "Token has expired or is invalid" });
    }
    const { error } = await auth.verifyOtp({ phone, token: right, type: "sms" });
    expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("counts attempts at one code, whatever else is sent to the number", async () => {
    const phone = freshNumber();
    const { auth } = visitorOf(backend);
    await auth.signUp({ phone, password: GOOD_PASSWORD });
    const right = await twilio.newestCode(phone);
    const token = right === "000000" ? "000001" : "000000";
    for (let count = 0; count < 5; count += 1) await auth.verifyOtp({ phone, token, type: "sms" });
    backend.advance(61_000);
    const stranger = await joinAs(backend);
    await stranger.client.auth.resend({ type: "phone_change", phone });
    const { error } = await auth.verifyOtp({ phone, token: right, type: "sms" });
    expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    backend.advance(-61_000);
  });

  it("allows five attempts at the code that replaces its password", async () => {
    const phone = freshNumber();
    const { auth } = visitorOf(backend);
    await auth.signInWithOtp({ phone });
    await auth.verifyOtp({ phone, token: await twilio.newestCode(phone), type: "sms" });
    backend.advance(61_000);
    expect((await auth.reauthenticate()).error).toBeNull();
    const right = await twilio.newestCode(phone);
    const nonce = right === "000000" ? "000001" : "000000";
    for (let count = 0; count < 5; count += 1) {
      const { error } = await auth.updateUser({ password: GOOD_PASSWORD, nonce });
      expect(error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    }
    const { error } = await auth.updateUser({ password: GOOD_PASSWORD, nonce: right });
    expect(error).toMatchObject({ status: 429 });
    backend.advance(-61_000);
  });

  it("requires a code before its password changes", async () => {
    const phone = freshNumber();
    const client = visitorOf(backend);
    await client.auth.signInWithOtp({ phone });
    const token = await twilio.newestCode(phone);
    await client.auth.verifyOtp({ phone, token, type: "sms" });
    backend.advance(16 * 60_000);
    await client.auth.refreshSession();
    const early = await client.auth.updateUser({ password: OTHER_PASSWORD });
    expect(early.error).toMatchObject({ code: "reauthentication_needed" });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = await twilio.newestCode(phone, 2);
    const changed = await client.auth.updateUser({ password: OTHER_PASSWORD, nonce });
    expect(changed.error).toBeNull();
  });

  it("gets the same response when the SMS provider is down", async () => {
    twilio.answerWith(500);
    const { error } = await visitorOf(backend).auth.signInWithOtp({ phone: freshNumber() });
    expect(error).toBeNull();
    twilio.answerWith(201);
  });
});

describe("text messages", () => {
  it("are limited to the operator's number per day", async () => {
    const backend = await startTestBackend({
      settings: { phone: { ...BACKEND_DEFAULTS.phone, messagesPerDay: 2 } },
    });
    const { auth } = visitorOf(backend);
    const errors = [];
    for (let count = 0; count < 3; count += 1) {
      errors.push((await auth.signInWithOtp({ phone: freshNumber() })).error);
    }
    expect(errors.slice(0, 2)).toEqual([null, null]);
    expect(errors[2]).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
    await backend.close();
  });
});
