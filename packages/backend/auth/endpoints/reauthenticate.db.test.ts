import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, GOOD_PASSWORD, joinAs, visitorOf } from "#backend/auth/auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("GET /reauthenticate", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("requires a session and a confirmed email address (S7.32)", async () => {
    expect((await callAuth(backend, "/reauthenticate")).status).toBe(401);
    const { email } = await joinAs(backend);
    const { auth } = visitorOf(backend);
    await auth.signInWithPassword({ email, password: GOOD_PASSWORD });
    await backend.admin`
      update auth.users set email_confirmed_at = null where email = ${email}`;
    expect((await auth.reauthenticate()).error).toMatchObject({
      status: 422,
      code: "email_not_confirmed",
      message: "Please verify your email first.",
    });
  });

  it.each([null, ""])("rejects an account without email (%j) and phone", async (email) => {
    const { client, id } = await joinAs(backend);
    await backend.admin`update auth.users set email = ${email}, phone = null where id = ${id}`;
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Reauthentication requires the user to have an email or a phone number",
    });
  });
});
