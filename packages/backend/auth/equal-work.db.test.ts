import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callAuth, freshAddress, joinAs } from "./auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const CHALLENGE = { code_challenge: "c".repeat(43), code_challenge_method: "s256" };

/**
 * The response time of a mail request must not reveal whether an account exists: the same
 * statements run, in the same order, in as many writing transactions.
 */
describe("the work behind a public mail request", () => {
  let backend: TestBackend;
  let statements: string[] = [];

  beforeAll(async () => {
    backend = await startTestBackend();
    Reflect.set(backend.database.auth.options, "debug", (_: number, text: string) => {
      statements.push(text.replaceAll(/\s+/g, " ").trim());
    });
  });
  afterAll(() => backend.close());
  beforeEach(() => {
    statements = [];
  });

  async function workFor(path: string, body: object): Promise<string[]> {
    statements = [];
    const reply = await callAuth(backend, path, { body });
    expect([reply.status, await reply.json()]).toEqual([200, {}]);
    return statements;
  }

  it.each([
    ["a new password", "/recover", {}],
    ["a new password with PKCE", "/recover", CHALLENGE],
    ["a sign-in link without sign-up", "/otp", { create_user: false }],
    ["the mail of a sign-up again", "/resend", { type: "signup" }],
    ["the mail of a change of address again", "/resend", { type: "email_change" }],
  ])("is the same for known and unknown email addresses: %s", async (_, path, extra) => {
    const { email } = await joinAs(backend);
    const unknown = await workFor(path, { email: freshAddress(), ...extra });
    const known = await workFor(path, { email, ...extra });
    expect(known.length).toBeGreaterThan(0);
    expect(unknown).toEqual(known);
  });

  it("is the same for a pending account when the sign-up mail is sent again", async () => {
    const email = freshAddress();
    await callAuth(backend, "/otp", { body: { email } });
    backend.advance(61_000);
    const waiting = await workFor("/resend", { email, type: "signup" });
    const unknown = await workFor("/resend", { email: freshAddress(), type: "signup" });
    expect(unknown).toEqual(waiting);
  });

  it("stores no code for an email address without an account", async () => {
    await workFor("/recover", { email: freshAddress() });
    const tokens = await backend.admin`
      select 1 from auth.one_time_tokens t where not exists (
        select from auth.users u where u.id = t.user_id)`;
    expect(tokens).toHaveLength(0);
  });
});
