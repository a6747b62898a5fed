import { describe, expect, it, vi } from "vitest";
import { freshAddress, GOOD_PASSWORD, visitorOf } from "#backend/auth/auth-client.fixture.ts";
import { startMailServer } from "#backend/auth/mail-server.fixture.ts";
import { mailsTo } from "#backend/testing/sent-mails.ts";
import { startTestBackend } from "#backend/testing/test-backend.ts";

describe("with a mail server", () => {
  it("sends over SMTP from the configured sender", async () => {
    const mailServer = await startMailServer();
    const backend = await startTestBackend({ settings: { smtpUrl: mailServer.url } });
    try {
      const email = freshAddress();
      await visitorOf(backend).auth.signInWithOtp({ email });
      await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 10_000 });
      expect(mailServer.received[0]).toMatchObject({ from: "test@example.test", to: [email] });
      expect(mailsTo(backend, email)).toEqual([]);
    } finally {
      await backend.close();
      await mailServer.close();
    }
  });

  it("signs users up when the mail server is down (F-29)", async () => {
    const backend = await startTestBackend({
      settings: { confirmEmail: true, smtpUrl: "smtp://127.0.0.1:1" },
    });
    try {
      const { data, error } = await visitorOf(backend).auth.signUp({
        email: freshAddress(),
        password: GOOD_PASSWORD,
      });
      expect(error).toBeNull();
      expect(data.user?.confirmation_sent_at).toMatch(/Z$/);
    } finally {
      await backend.close();
    }
  });
});
