import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAuth, GOOD_PASSWORD, visitorOf } from "./auth-client.fixture.ts";
import { newestMail } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const EMAIL = "planted.address@example.org";
const PASSWORD = "planted-password-77";

describe("the log (R-65)", () => {
  let backend: TestBackend;
  const lines: string[] = [];
  beforeAll(async () => {
    const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
    backend = await startTestBackend({ log, settings: { confirmEmail: true } });
  });
  afterAll(() => backend.close());

  it("contains no email address, password, code or token", async () => {
    const secrets = [EMAIL, PASSWORD, GOOD_PASSWORD];
    const { auth } = visitorOf(backend);
    await auth.signUp({ email: EMAIL, password: PASSWORD });
    const mail = await newestMail(backend, EMAIL);
    secrets.push(mail.code, mail.link?.searchParams.get("token") ?? "-");
    const { data } = await auth.verifyOtp({ email: EMAIL, token: mail.code, type: "signup" });
    const first = data.session?.refresh_token ?? "";
    secrets.push(first, data.session?.access_token ?? "-");
    await auth.signInWithPassword({ email: EMAIL, password: GOOD_PASSWORD });
    await fetch(mail.link ?? "", { redirect: "manual" });
    await auth.refreshSession();
    await auth.refreshSession();
    backend.advance(11_000);
    await auth.refreshSession({ refresh_token: first });
    await backend.admin`alter table auth.mfa_amr_claims rename to away`;
    const broken = await callAuth(backend, "/token?grant_type=password", {
      body: { email: EMAIL, password: PASSWORD },
    });
    expect(broken.status).toBe(500);
    expect(await broken.json()).toEqual({
      code: "unexpected_failure",
      message: "Unexpected failure, please check server logs for more information",
      error_id: expect.any(String),
    });
    const text = lines.join("");
    expect(text).toContain("refresh_token_reused");
    expect(text).toContain('"fault":"42P01"');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
