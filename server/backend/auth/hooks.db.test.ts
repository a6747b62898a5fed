import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type HookName, SIGN_IN_DEFAULTS } from "#server/backend/sign-in-settings.ts";
import { startTestBackend, type TestBackend } from "#tests/support/test-backend.ts";
import { callAuth, freshAddress, GOOD_PASSWORD, joinAs, visitorOf } from "./auth-client.fixture.ts";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes at least").toString("base64")}`;

type Call = { readonly path: string; readonly body: Record<string, unknown>; isSigned: boolean };

describe("a hook over HTTP", () => {
  let backend: TestBackend;
  const calls: Call[] = [];
  let answer: (path: string) => { status: number; body: unknown } = () => ({
    status: 200,
    body: {},
  });
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const headers = Object.fromEntries(
        ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [
          name,
          String(request.headers[name] ?? ""),
        ]),
      );
      const path = request.url ?? "";
      calls.push({ path, body: JSON.parse(text), isSigned: isSigned(text, headers) });
      const { status, body } = answer(path);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    });
  });

  function isSigned(text: string, headers: Record<string, string>): boolean {
    try {
      new Webhook(SECRET).verify(text, headers);
      return true;
    } catch {
      return false;
    }
  }

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${portOf(server.address())}`;
    const names: HookName[] = [
      "custom_access_token",
      "before_user_created",
      "password_verification_attempt",
      "send_email",
      "send_sms",
    ];
    backend = await startTestBackend({
      settings: {
        hooks: new Map(names.map((name) => [name, { uri: `${base}/${name}`, secrets: [SECRET] }])),
        phone: { ...SIGN_IN_DEFAULTS.phone, mustConfirm: true },
      },
    });
  });
  afterAll(async () => {
    await backend.close();
    await new Promise((resolve) => void server.close(resolve));
  });
  beforeEach(() => {
    calls.length = 0;
    answer = () => ({ status: 204, body: null });
  });

  const callOf = (name: HookName): Promise<Call> =>
    vi.waitFor(
      () => {
        const call = calls.find(({ path }) => path === `/${name}`);
        if (call === undefined) throw new Error(`${name} was not called`);
        return call;
      },
      { timeout: 10_000 },
    );
  const passTokens = (path: string, claims: object = {}) => {
    const given = calls.findLast((call) => call.path === path)?.body["claims"];
    return { status: 200, body: { claims: { ...Object(given), ...claims } } };
  };
  const onlyTokens =
    (claims: object = {}) =>
    (path: string) =>
      path === "/custom_access_token" ? passTokens(path, claims) : { status: 204, body: null };

  it("changes the claims of a token, signed by Standard Webhooks", async () => {
    answer = onlyTokens({ plan: "choir" });
    const member = await joinAs(backend);
    const claims = await member.client.auth.getClaims();
    expect(claims.data?.claims["plan"]).toBe("choir");
    const call = await callOf("custom_access_token");
    expect(call.isSigned).toBe(true);
    expect(call.body).toMatchObject({
      user_id: member.id,
      authentication_method: "password",
      claims: { sub: member.id, role: "authenticated", aal: "aal1" },
    });
  });

  it.each([
    ["another person", { sub: crypto.randomUUID() }],
    ["the secret key's role", { role: "service_role" }],
    ["no session", { session_id: 7 }],
  ])("cannot make a token of %s", async (_, claims) => {
    answer = onlyTokens(claims);
    const body = { email: freshAddress(), password: GOOD_PASSWORD };
    const reply = await callAuth(backend, "/signup", { body });
    expect(reply.status).toBe(500);
    expect(await reply.json()).toMatchObject({ code: "hook_payload_invalid" });
  });

  it("refuses a new account in its own words, and nothing of it stays", async () => {
    answer = (path) =>
      path === "/before_user_created"
        ? { status: 200, body: { error: { http_code: 403, message: "Members only" } } }
        : onlyTokens()(path);
    const email = freshAddress();
    const { error } = await visitorOf(backend).auth.signUp({ email, password: GOOD_PASSWORD });
    expect(error).toMatchObject({ status: 403, message: "Members only" });
    expect(await backend.admin`select 1 from auth.users where email = ${email}`).toEqual([]);
    expect((await callOf("before_user_created")).body).toMatchObject({
      metadata: { name: "before-user-created" },
      user: { email, app_metadata: { provider: "email" } },
    });
    expect((await visitorOf(backend).auth.signInAnonymously()).error).toMatchObject({
      status: 403,
    });
    const otp = await visitorOf(backend).auth.signInWithOtp({ email });
    expect(otp.error).toMatchObject({ status: 403 });
  });

  it("refuses a right password", async () => {
    answer = onlyTokens();
    const member = await joinAs(backend);
    answer = (path) =>
      path === "/password_verification_attempt"
        ? { status: 200, body: { decision: "reject", message: "Not now" } }
        : onlyTokens()(path);
    const { error } = await visitorOf(backend).auth.signInWithPassword({
      email: member.email,
      password: GOOD_PASSWORD,
    });
    expect(error).toMatchObject({ status: 400, code: "invalid_credentials", message: "Not now" });
    expect((await callOf("password_verification_attempt")).body).toEqual({
      user_id: member.id,
      valid: true,
    });
  });

  it("sends mails and messages", async () => {
    answer = onlyTokens();
    const member = await joinAs(backend);
    await member.client.auth.resetPasswordForEmail(member.email);
    const mail = await callOf("send_email");
    expect(mail.body).toMatchObject({
      user: { id: member.id, email: member.email },
      email_data: {
        token: expect.stringMatching(/^\d{6}$/),
        token_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        email_action_type: "recovery",
        site_url: backend.url,
      },
    });
    await visitorOf(backend).auth.signInWithOtp({ phone: "+263773000001" });
    const message = await callOf("send_sms");
    expect(message.body).toMatchObject({
      user: { phone: "263773000001" },
      sms: { otp: expect.stringMatching(/^\d{6}$/), phone: "263773000001" },
    });
  });

  it("is asked again while it is busy, and fails in words that tell nothing", async () => {
    let count = 0;
    answer = (path) => {
      if (path !== "/custom_access_token") return { status: 204, body: null };
      count += 1;
      return count < 3 ? { status: 503, body: {} } : passTokens(path);
    };
    expect((await joinAs(backend)).id).not.toBe("");
    answer = (path) =>
      path === "/custom_access_token"
        ? { status: 418, body: { secret: "of the hook" } }
        : { status: 204, body: null };
    const body = { email: freshAddress(), password: GOOD_PASSWORD };
    const reply = await callAuth(backend, "/signup", { body });
    expect(reply.status).toBe(500);
    expect(await reply.text()).not.toContain("of the hook");
  });
});

describe("a hook in the database", () => {
  it("changes the claims within the transaction of the sign-in", async () => {
    const backend = await startTestBackend({
      settings: {
        hooks: new Map([
          [
            "custom_access_token",
            { uri: "pg-functions://postgres/public/add_claims", secrets: [] },
          ],
        ]),
      },
    });
    await backend.admin.unsafe(`
      create function public.add_claims(event jsonb) returns jsonb language sql as $$
        select jsonb_build_object('claims', event->'claims' || '{"hymns": 12}')
      $$;
      grant execute on function public.add_claims(jsonb) to supabase_auth_admin;
      grant usage on schema public to supabase_auth_admin;`);
    const member = await joinAs(backend);
    const claims = await member.client.auth.getClaims();
    expect(claims.data?.claims["hymns"]).toBe(12);
    await backend.close();
  });
});

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
