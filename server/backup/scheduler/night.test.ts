import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskStore } from "#server/backend/storage/files/disk-store.ts";
import { type MailServer, startMailServer } from "#server/backend/auth/mail-server.fixture.ts";
import { createOperatorNotifier } from "#server/backup/operator-mail.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { createDiskDestination } from "#server/backup/destinations/disk-destination.ts";
import { backupName } from "#server/backup/catalog/backup-manifest.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#server/kit/durations.ts";
import { createLogger } from "#server/kit/log.ts";
import { parseConfig } from "#server/settings/config.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { type Alarms, openAlarms } from "./alarms.ts";
import { createNightlyBackup, type NightlyBackup } from "./nightly-backup.ts";

const STARTED_MS = Date.UTC(2026, 10, 22, 12);
const log = createLogger("silent");

/** Backups that cannot be made, for no database runs in the folder: what the operator gets to read. */
describe("nights without a backup", { timeout: 60_000 }, () => {
  let folder = "";
  let nowMs = STARTED_MS;
  let mail: MailServer;
  let alarms: Alarms;
  let night: NightlyBackup;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "night-test-"));
    nowMs = STARTED_MS;
    mail = await startMailServer();
    keepBackup(STARTED_MS - 8 * HOUR_MS);
    await start();
  });
  afterEach(async () => {
    await mail.close();
    rmSync(folder, { recursive: true });
  });

  function keepBackup(atMs: number): void {
    const path = join(folder, "place", "backups", backupName(atMs), "backup.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "{}");
  }

  /** As a start of the server does. */
  async function start(
    place: BackupDestination = createDiskDestination(join(folder, "place")),
  ): Promise<void> {
    const config = parseConfig({
      DATA_DIR: folder,
      SMTP_URL: mail.url,
      BACKUP_MAIL_TO: "tech@example.org",
    });
    const now = (): number => nowMs;
    const tell = createOperatorNotifier(config, { ministry: testMinistry, now, log });
    alarms = await openAlarms({ dataDir: folder, now, tell });
    night = createNightlyBackup({
      dataDir: folder,
      databaseUrl: null,
      places: [place],
      store: createDiskStore(join(folder, "objects")),
      passphrase: null,
      time: { hours: 3, minutes: 0 },
      now,
      log,
      alarms,
      systemId: null,
    });
  }

  /** Looks as often as a running server does, in steps of half an hour. */
  async function pass(durationMs: number): Promise<void> {
    const untilMs = nowMs + durationMs;
    for (; nowMs < untilMs; nowMs += 30 * MINUTE_MS) await night.look().catch(() => undefined);
  }
  const subjects = (): string[] =>
    mail.received.map(({ text }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(text)?.[1] ?? "");

  it("are told once, and again each week while it lasts, not each night", async () => {
    await pass(14 * HOUR_MS);
    expect(subjects()).toEqual([]);
    await pass(2 * HOUR_MS);
    expect(subjects()).toHaveLength(1);
    expect(subjects()[0]).toContain("the backup of the night could not be made");
    expect(mail.received[0]?.to).toEqual(["tech@example.org"]);
    expect(mail.received[0]?.text).toContain("No database runs in");
    await expect(night.look()).rejects.toThrow("No database runs in");
    await pass(2 * DAY_MS);
    // The same reason is not told again; that the newest one is a day and a half old is another matter.
    expect(subjects()).toHaveLength(2);
    expect(subjects()[1]).toContain("the newest backup is old");
    expect(mail.received[1]?.text.replaceAll("=\r\n", "")).toContain("is 36 hours old.");
    await pass(3 * DAY_MS);
    expect(subjects()).toHaveLength(2);
    await pass(4 * DAY_MS);
    expect(subjects()).toHaveLength(4);
  });

  it("are told once also when the server is started anew each day", async () => {
    for (let day = 0; day < 4; day += 1) {
      await pass(DAY_MS);
      await start();
    }
    expect(subjects()).toHaveLength(2);
    expect(alarms.raised()).toEqual({
      night: { since: "2026-11-23T03:00:00.000Z", reason: expect.stringMatching(/^No database/) },
      age: { since: "2026-11-23T16:30:00.000Z", reason: "The newest backup is 36 hours old." },
    });
  });

  it("are over with the next backup: what comes later is told at once", async () => {
    await pass(3 * DAY_MS);
    expect(subjects()).toHaveLength(2);
    keepBackup(nowMs - HOUR_MS);
    await start();
    await pass(HOUR_MS);
    expect(alarms.raised()).not.toHaveProperty("age");
    await pass(3 * DAY_MS);
    expect(subjects()[2]).toContain("the newest backup is old");
  });

  it("are told again soon when the mail server took nothing", async () => {
    const refusing = await startMailServer(550);
    const kept = mail;
    mail = refusing;
    await start();
    await pass(16 * HOUR_MS);
    expect(refusing.received).toEqual([]);
    await refusing.close();
    mail = kept;
    await start();
    await pass(2 * HOUR_MS);
    expect(subjects()).toHaveLength(1);
  });

  it("with a place that is away for a moment are no news, for an hour they are", async () => {
    let isAway = true;
    const place = createDiskDestination(join(folder, "place"));
    await start({
      ...place,
      list(prefix) {
        if (isAway) throw new Error("S3 cannot be reached");
        return place.list(prefix);
      },
    });
    await pass(HOUR_MS);
    isAway = false;
    await pass(HOUR_MS);
    expect(subjects()).toEqual([]);
    isAway = true;
    await pass(15 * HOUR_MS);
    expect(mail.received[0]?.text).toContain("S3 cannot be reached");
  });
});
