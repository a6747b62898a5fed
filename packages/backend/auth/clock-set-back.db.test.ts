import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { callAuth, joinAs, OTHER_PASSWORD, visitorOf } from "./auth-client.fixture.ts";
import { newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const YEAR_MS = 365 * DAY_MS;

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

it("after its clock was a year ahead, renews sessions of that time, and takes none of them, no used token and no code as fresh", async () => {
  backend.advance(YEAR_MS);
  const { client, email } = await joinAs(backend);
  const { data: first } = await client.auth.getSession();
  for (let count = 0; count < 2; count += 1) await client.auth.refreshSession();
  await visitorOf(backend).auth.signInWithOtp({ email });
  const { code } = await newestMail(backend, email);
  backend.advance(-YEAR_MS);

  expect((await client.auth.getUser()).error).toMatchObject({
    status: 403,
    code: "bad_jwt",
    message: expect.stringContaining("token is not valid yet"),
  });
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toMatchObject({
    code: "current_password_required",
  });
  const { auth } = visitorOf(backend);
  expect((await auth.verifyOtp({ email, token: code, type: "email" })).error).toMatchObject({
    code: "otp_expired",
  });
  const reused = await callAuth(backend, "/token?grant_type=refresh_token", {
    body: { refresh_token: first.session?.refresh_token },
  });
  expect(await reused.json()).toMatchObject({ code: "refresh_token_already_used" });
});
