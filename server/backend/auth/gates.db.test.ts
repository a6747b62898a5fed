import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/test-backend.ts";
import {
  callAuth,
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  operatorOf,
  visitorOf,
} from "./auth-client.fixture.ts";

/** A third party that answers every request from its path and its form. */
async function startThirdParty(
  answer: (path: string, form: URLSearchParams) => string,
): Promise<{ readonly base: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => response.end(answer(request.url ?? "", new URLSearchParams(text))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${portOf(server.address())}`, server };
}

describe("a CAPTCHA", () => {
  let backend: TestBackend;
  let server: Server;
  const forms: URLSearchParams[] = [];
  beforeAll(async () => {
    const party = await startThirdParty((_, form) => {
      forms.push(form);
      const isRight = form.get("response") === "solved" && form.get("secret") === "of-the-account";
      return JSON.stringify({
        success: isRight,
        ...(isRight ? {} : { "error-codes": ["invalid-input-response"] }),
      });
    });
    server = party.server;
    const captcha = { provider: "turnstile", secret: "of-the-account" } as const;
    backend = await startTestBackend({
      settings: { captcha: { ...captcha, address: `${party.base}/siteverify` } },
    });
  });
  afterAll(async () => {
    await backend.close();
    await new Promise((resolve) => void server.close(resolve));
  });

  it("has to be solved before an account is made or a mail is sent", async () => {
    const { auth } = visitorOf(backend);
    const email = freshAddress();
    expect((await auth.signUp({ email, password: GOOD_PASSWORD })).error).toMatchObject({
      status: 400,
      code: "captcha_failed",
      message: "captcha protection: request disallowed (no captcha_token found)",
    });
    const wrong = { captchaToken: "wrong" };
    expect((await auth.signInAnonymously({ options: wrong })).error).toMatchObject({
      message: "captcha protection: request disallowed (invalid-input-response)",
    });
    expect((await auth.resetPasswordForEmail(email, wrong)).error).toMatchObject({
      code: "captcha_failed",
    });
    const options = { captchaToken: "solved" };
    expect((await auth.signUp({ email, password: GOOD_PASSWORD, options })).error).toBeNull();
    expect((await auth.refreshSession()).error).toBeNull();
    const bare = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect(bare.error).toMatchObject({ code: "captcha_failed" });
    expect(forms.every((form) => form.get("remoteip") !== null)).toBe(true);
  });

  it("is not asked of the operator", async () => {
    const { error } = await operatorOf(backend).auth.admin.createUser({ email: freshAddress() });
    expect(error).toBeNull();
    const body = { email: freshAddress(), password: GOOD_PASSWORD };
    const reply = await callAuth(backend, "/signup", { body, key: backend.secretKey });
    expect(reply.status).toBe(200);
  });
});

describe("passwords", () => {
  it("that leaks have made known are refused, and the list hears five digits of a sum", async () => {
    const leaked = "a-password-of-others-71";
    const sum = createHash("sha1").update(leaked).digest("hex").toUpperCase();
    const asked: string[] = [];
    const { base, server } = await startThirdParty((path) => {
      asked.push(path);
      return `${sum.slice(5)}:12\r\n${"A".repeat(35)}:0`;
    });
    const backend = await startTestBackend({ settings: { leakedPasswordsBase: base } });
    const { auth } = visitorOf(backend);
    const refused = await auth.signUp({ email: freshAddress(), password: leaked });
    expect(refused.error).toMatchObject({
      status: 422,
      code: "weak_password",
      reasons: ["pwned"],
    });
    expect(asked).toEqual([`/range/${sum.slice(0, 5)}`]);
    const member = await joinAs(backend);
    const changed = await member.client.auth.updateUser({ password: leaked });
    expect(changed.error).toMatchObject({ code: "weak_password" });
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    const away = await auth.signUp({ email: freshAddress(), password: leaked });
    expect(away.error).toBeNull();
    await backend.close();
  });

  it("follow the documented rules alone where the operator wants that", async () => {
    const backend = await startTestBackend({ settings: { refusesWellKnownPasswords: false } });
    const { auth } = visitorOf(backend);
    expect((await auth.signUp({ email: freshAddress(), password: "password" })).error).toBeNull();
    const short = await auth.signUp({ email: freshAddress(), password: "12345" });
    expect(short.error).toMatchObject({ code: "weak_password", reasons: ["length"] });
    await backend.close();
  });

  it("say at once all that is missing of what the operator asks for", async () => {
    const backend = await startTestBackend({
      settings: { passwordMinLength: 8, passwordRequirements: "lower_upper_letters_digits" },
    });
    const { auth } = visitorOf(backend);
    const email = freshAddress();
    const weak = await auth.signUp({ email, password: "kettles" });
    expect(weak.error).toMatchObject({
      name: "AuthWeakPasswordError",
      status: 422,
      code: "weak_password",
      reasons: ["length", "characters"],
      message:
        "Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.",
    });
    expect((await auth.signUp({ email, password: "Kettle-mistral-47" })).error).toBeNull();
    await backend.close();
  });
});

describe("the operator", () => {
  it("reads what happened to accounts, newest first", async () => {
    const backend = await startTestBackend();
    const member = await joinAs(backend);
    const reply = await callAuth(backend, "/admin/audit?per_page=1", { key: backend.secretKey });
    expect(reply.headers.get("x-total-count")).toBe("1");
    expect(await reply.json()).toMatchObject([
      { payload: { action: "user_signedup", actor_id: member.id } },
    ]);
    expect((await callAuth(backend, "/admin/audit")).status).toBe(401);
    await backend.close();
  });
});

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
