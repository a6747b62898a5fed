import { expect, it } from "vitest";
import type { Mail } from "#server/backend/auth/mail/mail-outbox.ts";
import { createLogger } from "#server/kit/log.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createAlertMailer } from "./alerts.ts";

const RED: HealthCheck = {
  id: "channel:english",
  tone: "bad",
  text: "channelDown",
  values: { reason: "<script>alert(1)</script>" },
  since: null,
};

function mailerOf(isDown = false) {
  const mails: Mail[] = [];
  const mailer = createAlertMailer({
    transport: {
      deliver(mail) {
        if (isDown) return Promise.reject(new Error("down"));
        mails.push(mail);
        return Promise.resolve();
      },
    },
    ministry: testMinistry(),
    siteUrl: "https://tv.example.org",
    log: createLogger("silent"),
  });
  return { mailer, mails };
}

it("contains the next step of a failed check, not of a recovered one, and escapes markup", async () => {
  const { mailer, mails } = mailerOf();
  expect(await mailer.send({ check: RED, kind: "bad" }, "ben@example.test", "fr")).toBe(true);
  await mailer.send(
    { check: { ...RED, tone: "good", text: "channelLive" }, kind: "well" },
    "b@c.de",
    "en",
  );
  const [bad, well] = mails;
  expect(bad).toMatchObject({ kind: "health", to: "ben@example.test" });
  expect(bad?.subject).toContain("a besoin de vous");
  expect(bad?.text).toContain("Ouvrez Chaînes");
  expect(bad?.text).toContain("https://tv.example.org/studio/health");
  expect(bad?.html).not.toContain("<script>");
  expect(well?.subject).toContain("is well again");
  expect(well?.text).not.toContain("Open Channels");
});

it("reports an undeliverable mail to the caller", async () => {
  const { mailer } = mailerOf(true);
  expect(await mailer.test("ben@example.test", "en")).toBe(false);
});
