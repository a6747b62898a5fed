import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openMailTransport } from "@reign-tv/backend";
import { createDiskStore } from "@reign-tv/backend/operations";
import { type MailServer, startMailServer } from "@reign-tv/backend/testing";
import { extrasOf, mediaOf, PRODUCT_VERSION } from "#operations/backup/backup.fixture.ts";
import { type BackupMailTexts, createOperatorNotifier } from "#operations/backup/operator-mail.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { createDiskDestination } from "#operations/backup/destinations/disk-destination.ts";
import { backupName } from "#operations/backup/catalog/backup-manifest.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { type Alarms, openAlarms } from "./alarms.ts";
import { createNightlyBackup, type NightlyBackup, isBackupDue } from "./nightly-backup.ts";

const STARTED_MS = Date.UTC(2026, 10, 22, 12);
const log = createLogger("silent");
const TEXTS: BackupMailTexts = {
  goodSubject: (site) => `${site}: the backup was restored`,
  good: (backup, place, rows) => `${backup} from ${place} has ${rows} rows.`,
  badSubject: (site) => `${site}: the backup could not be restored`,
  bad: (backup, place) => `${backup} from ${place} could not be restored:`,
  hint: "Make a new one.",
  nightSubject: (site) => `${site}: the backup of the night could not be made`,
  night: "The backup failed:",
  nightlyHint: "Look at the disk.",
  oldSubject: (site) => `${site}: the newest backup is old`,
  old: (backup, hours) => `The newest backup, ${backup}, is ${hours} hours old.`,
  none: (hours) => `There is no backup after ${hours} hours.`,
  oldHint: "Look at the log.",
};

/** No database runs in the folder, so that every backup fails. */
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
    addBackup(STARTED_MS - 8 * HOUR_MS);
    await start();
  });
  afterEach(async () => {
    await mail.close();
    rmSync(folder, { recursive: true });
  });

  function addBackup(atMs: number): void {
    const path = join(folder, "place", "backups", backupName(atMs), "backup.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "{}");
  }

  /** Starts the scheduler as the server does. */
  async function start(
    destination: BackupDestination = createDiskDestination(join(folder, "place")),
  ): Promise<void> {
    const now = (): number => nowMs;
    const mailFrom = "Example TV <tv@example.org>";
    const notify = createOperatorNotifier({
      transport: openMailTransport({ smtpUrl: mail.url, mailFrom, dataDir: folder }, now),
      fields: () => ({ to: "tech@example.org", site: "Example TV" }),
      texts: TEXTS,
      log,
    });
    alarms = await openAlarms({ dataDir: folder, now, notify });
    night = createNightlyBackup({
      dataDir: folder,
      databaseUrl: null,
      destinations: [destination],
      store: createDiskStore(join(folder, "objects")),
      extras: extrasOf(folder),
      media: mediaOf(folder),
      product: PRODUCT_VERSION,
      passphrase: null,
      time: { hours: 3, minutes: 0 },
      now,
      log,
      alarms,
      systemId: null,
    });
  }

  /** Checks as often as a running server does, in steps of half an hour. */
  async function pass(durationMs: number): Promise<void> {
    const untilMs = nowMs + durationMs;
    for (; nowMs < untilMs; nowMs += 30 * MINUTE_MS) await night.check().catch(() => undefined);
  }
  const subjects = (): string[] =>
    mail.received.map(({ text }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(text)?.[1] ?? "");

  it("are reported once, and again each week while it lasts, not each night", async () => {
    await pass(14 * HOUR_MS);
    expect(subjects()).toEqual([]);
    await pass(2 * HOUR_MS);
    expect(subjects()).toHaveLength(1);
    expect(subjects()[0]).toContain("the backup of the night could not be made");
    expect(mail.received[0]?.to).toEqual(["tech@example.org"]);
    expect(mail.received[0]?.text).toContain("No database runs in");
    await expect(night.check()).rejects.toThrow("No database runs in");
    await pass(2 * DAY_MS);
    // The same reason is not reported again; a newest backup of a day and a half is another problem.
    expect(subjects()).toHaveLength(2);
    expect(subjects()[1]).toContain("the newest backup is old");
    expect(mail.received[1]?.text.replaceAll("=\r\n", "")).toContain("is 36 hours old.");
    await pass(3 * DAY_MS);
    expect(subjects()).toHaveLength(2);
    await pass(4 * DAY_MS);
    expect(subjects()).toHaveLength(4);
  });

  it("are reported also when a clock that was a year ahead has left a backup and a report", async () => {
    addBackup(STARTED_MS + 365 * DAY_MS);
    nowMs += 365 * DAY_MS + 2 * HOUR_MS;
    await pass(16 * HOUR_MS);
    expect(subjects()).toHaveLength(1);
    nowMs = STARTED_MS;
    await pass(16 * HOUR_MS);
    expect(subjects()).toHaveLength(2);
    expect(subjects()[1]).toContain("the backup of the night could not be made");
  });

  it("are reported once also when the server restarts each day", async () => {
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

  it("end with the next backup: a later problem is reported at once", async () => {
    await pass(3 * DAY_MS);
    expect(subjects()).toHaveLength(2);
    addBackup(nowMs - HOUR_MS);
    await start();
    await pass(HOUR_MS);
    expect(alarms.raised()).not.toHaveProperty("age");
    await pass(3 * DAY_MS);
    expect(subjects()[2]).toContain("the newest backup is old");
  });

  it("are reported again soon when the mail server rejected the mail", async () => {
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

  it("begin with a fault at once when BACKUP_DIR is no folder", async () => {
    const file = join(folder, "a file");
    writeFileSync(file, "");
    await start(createDiskDestination(file));
    await expect(night.check()).rejects.toThrow(`BACKUP_DIR (${file}) is not a folder`);
  });

  it("are not reported for a short outage of a destination, but after an hour", async () => {
    let isAway = true;
    const destination = createDiskDestination(join(folder, "place"));
    await start({
      ...destination,
      list(prefix) {
        if (isAway) throw new Error("S3 cannot be reached");
        return destination.list(prefix);
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

const THREE = { hours: 3, minutes: 0 };
const NIGHT_MS = Date.UTC(2026, 10, 22, 3);
const LONG_AGO_MS = NIGHT_MS - 30 * DAY_MS;

describe("a backup is due", () => {
  it.each([
    ["at its time", NIGHT_MS, NIGHT_MS - DAY_MS, true],
    ["not before", NIGHT_MS - MINUTE_MS, NIGHT_MS - DAY_MS, false],
    ["once a night", NIGHT_MS + MINUTE_MS, NIGHT_MS, false],
    ["later, when the night's failed", NIGHT_MS + 5 * HOUR_MS, NIGHT_MS - DAY_MS, true],
    ["not when an operator made one since", NIGHT_MS + 5 * HOUR_MS, NIGHT_MS + HOUR_MS, false],
  ])("%s", (_, nowMs, newestMs, isDue) => {
    expect(isBackupDue({ nowMs, newestMs, startedMs: LONG_AGO_MS }, THREE)).toBe(isDue);
  });

  it("some minutes after a start, when the night was missed or there was never one", () => {
    const startedMs = NIGHT_MS + 6 * HOUR_MS;
    for (const newestMs of [null, NIGHT_MS - 3 * DAY_MS]) {
      const moment = { startedMs, newestMs };
      expect(isBackupDue({ ...moment, nowMs: startedMs + MINUTE_MS }, THREE)).toBe(false);
      expect(isBackupDue({ ...moment, nowMs: startedMs + 10 * MINUTE_MS }, THREE)).toBe(true);
    }
  });
});

describe("on a machine whose clock is set forward and back", () => {
  afterEach(() => vi.unstubAllEnvs());

  /** Half past two: a time that one night of the year lacks and another has twice. */
  it.each(["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe"])(
    "exactly once for each night of a year in %s",
    (zone) => {
      vi.stubEnv("TZ", zone);
      const time = { hours: 2, minutes: 30 };
      const firstMs = new Date(2026, 0, 1, 12).getTime();
      const lastMs = new Date(2027, 0, 1, 12).getTime();
      let newestMs = firstMs;
      const nights: string[] = [];
      for (let nowMs = firstMs; nowMs < lastMs; nowMs += 15 * MINUTE_MS) {
        if (!isBackupDue({ nowMs, newestMs, startedMs: firstMs - DAY_MS }, time)) continue;
        newestMs = nowMs;
        nights.push(new Date(nowMs).toDateString());
      }
      expect(new Date(2026, 6, 1).getTimezoneOffset() === 0).toBe(zone === "UTC");
      expect(nights).toHaveLength(365);
      expect(new Set(nights).size).toBe(365);
    },
  );
});
