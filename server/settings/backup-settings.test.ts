import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { backupMailMessages } from "#shared/messages/backup-mail.ts";
import { startMailServer } from "@reign-tv/backend/testing";
import { openDestinations } from "@reign-tv/operations/backup/backup-config.ts";
import { whyNone } from "@reign-tv/operations/backup/open-backups.ts";
import { operatorMail } from "@reign-tv/operations/backup/operator-mail.ts";
import type { VerificationResult } from "@reign-tv/operations/backup/scheduler/weekly-verification.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { backupNotifier, backupSettings } from "./backup-settings.ts";
import { parseConfig } from "./config.ts";

it.each([
  [{}, ["/srv/data/backups"]],
  [{ BACKUP_DIR: "/mnt/backups" }, ["/mnt/backups"]],
  [{ BACKUP_S3_ENDPOINT: "https://s3.example.org" }, ["s3://b/tv/"]],
  [
    { BACKUP_DIR: "/mnt/backups", BACKUP_S3_ENDPOINT: "https://s3.example.org" },
    ["/mnt/backups", "s3://b/tv/"],
  ],
])("opens the destinations %j for the settings %j", (given, labels) => {
  const s3Variables = {
    BACKUP_S3_BUCKET: "b",
    BACKUP_S3_ACCESS_KEY_ID: "id",
    BACKUP_S3_SECRET_ACCESS_KEY: "key",
    BACKUP_S3_PREFIX: "/tv/",
  };
  const config = parseConfig({
    DATA_DIR: "/srv/data",
    ...given,
    ...("BACKUP_S3_ENDPOINT" in given ? s3Variables : {}),
  });
  expect(openDestinations(backupSettings(config)).map(({ label }) => label)).toEqual(labels);
});

it.each([
  [{}, /^$/],
  [{ BACKUP_TIME: "off" }, /BACKUP_TIME is off/],
  [{ DATABASE_URL: "postgres://a@127.0.0.1/b" }, /this server makes no backups/],
  [
    {
      SUPABASE_URL: "https://x.supabase.co",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_0123456789",
    },
    /Use the project's own backups/,
  ],
])("says with %j why no backups are made: %s", (variables, reason) => {
  expect(whyNone(backupSettings(parseConfig(variables))) ?? "").toMatch(reason);
});

it("mails the result, with the reason and a hint", () => {
  const good: VerificationResult = {
    backup: "2026-11-22T030000Z",
    place: "/mnt/backups",
    provenAt: "2026-11-22T04:00:00.000Z",
    failure: null,
    rows: 12,
  };
  const fields = { to: "tech@example.org", site: "Example TV", texts: backupMailMessages.en };
  expect(operatorMail({ kind: "verification", result: good }, fields)).toMatchObject({
    to: "tech@example.org",
    subject: "Example TV: backup verified",
    text: "Test restore of backup 2026-11-22T030000Z from /mnt/backups into a temporary folder: successful. All 12 rows are there.",
  });
  const bad = operatorMail(
    { kind: "verification", result: { ...good, failure: "It is <damaged>." } },
    fields,
  );
  expect(bad.subject).toBe("Example TV: backup could not be restored");
  expect(bad.text).toContain("\n\nIt is <damaged>.\n\nMake a new backup");
  expect(bad.html).toContain("It is &lt;damaged&gt;.");
});

it.each([
  [{ BACKUP_MAIL_TO: "tech@example.org" }, "tech@example.org"],
  [{}, testMinistry().email],
])("mails the operator with %j at %s", async (variables, to) => {
  const folder = mkdtempSync(join(tmpdir(), "notifier-test-"));
  const mail = await startMailServer();
  try {
    const config = parseConfig({ DATA_DIR: folder, SMTP_URL: mail.url, ...variables });
    const deps = { ministry: () => testMinistry(), now: Date.now, log: createLogger("silent") };
    expect(await backupNotifier(config, deps)({ kind: "night", reason: "No space" })).toBe(true);
    expect(mail.received.map((received) => received.to)).toEqual([[to]]);
    expect(mail.received[0]?.text).toContain("No space");
  } finally {
    await mail.close();
    rmSync(folder, { recursive: true });
  }
});
