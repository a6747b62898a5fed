import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type BackupManifest,
  BACKUP_MANIFEST_FILE,
  writeManifest,
} from "#operations/backup/catalog/backup-manifest.ts";
import { catalogPath } from "#operations/backup/catalog/backup-catalog.ts";
import type { BackupSettings } from "#operations/backup/backup-config.ts";
import { addMedia, mediaOf, settingsOf } from "#operations/backup/backup.fixture.ts";
import { type FakeS3, startFakeS3 } from "@reign-tv/backend/testing";
import { checkBackups } from "./check-backups.ts";
import type { CheckResult } from "./check-result.ts";

const NOW_MS = Date.parse("2026-11-22T12:00:00Z");
const RECORD: BackupManifest = {
  format: 1,
  name: "",
  product: "0.1.0",
  startedAt: "2026-11-22T03:00:00Z",
  finishedAt: "2026-11-22T03:00:01Z",
  database: null,
  rows: null,
  files: [],
  objects: { count: 0, bytes: 0 },
  media: { count: 2, bytes: 3_000_000 },
  keys: "sealed",
};

let folder: string;
let s3: FakeS3;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "reign-doctor-"));
  s3 = await startFakeS3();
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.close();
});

const elsewhere = (): Partial<BackupSettings> => ({ bucket: s3.settings });

function ask(changes: Partial<BackupSettings> = {}): Promise<CheckResult[]> {
  return checkBackups(settingsOf(folder, changes), NOW_MS);
}

/** Adds a backup that started at the time of its name. */
function addBackup(name: string, keys: BackupManifest["keys"] = "sealed"): void {
  const bytes = Buffer.from(writeManifest({ ...RECORD, name, keys }));
  s3.objects.set(catalogPath(name, BACKUP_MANIFEST_FILE), { bytes, modifiedAt: new Date(NOW_MS) });
}

it("warns about backups on the disk of DATA_DIR, and about none yet", async () => {
  const results = await ask();
  expect(results).toEqual([
    expect.objectContaining({
      status: "look",
      text: expect.stringContaining("so are the backups"),
    }),
    expect.objectContaining({ status: "look", text: expect.stringContaining("has no backup yet") }),
  ]);
  expect(results[1]?.hint).toContain("npm run backup");
});

it("says whether backups contain the own videos", async () => {
  addMedia(folder, "film", "whole");
  const out = await ask();
  expect(out).toContainEqual(
    expect.objectContaining({
      status: "look",
      text: expect.stringContaining("are in no backup"),
      hint: expect.stringContaining("BACKUP_OWN_VIDEOS=true"),
    }),
  );
  const included = await ask({ media: mediaOf(folder, { isIncluded: true }) });
  expect(included).toContainEqual(
    expect.objectContaining({ status: "ok", text: expect.stringContaining("are in the backups") }),
  );
  const loop = join(folder, "loop");
  symlinkSync(loop, loop);
  const unread = await ask({ media: { ...mediaOf(folder), folder: loop } });
  expect(unread).toContainEqual(
    expect.objectContaining({ status: "problem", text: expect.stringContaining("cannot be read") }),
  );
});

it("says that a folder does not exist yet, whose disk may not be mounted", async () => {
  const missing = join(folder, "disk", "backups");
  const results = await ask({ folder: missing });
  expect(results.at(-1)).toMatchObject({
    status: "look",
    text: `${missing} does not exist yet; the first backup creates it`,
    hint: expect.stringContaining("mount its disk"),
  });
});

it("reports a folder that cannot be written, by name", async () => {
  const taken = join(folder, "taken");
  writeFileSync(taken, "a file");
  const results = await ask({ folder: join(taken, "backups") });
  expect(results.at(-1)).toMatchObject({
    status: "problem",
    text: `${join(taken, "backups")} is not writable by this account`,
    hint: expect.stringContaining(`chown -R reign-tv ${join(taken, "backups")}`),
  });
});

describe("backups in S3", () => {
  const passphrase = "sheep may safely graze";

  it("are ok when the newest is of this night; the store is unchanged afterwards", async () => {
    addBackup("2026-11-22T030000Z");
    addBackup("2026-11-21T030000Z");
    const results = await ask({ ...elsewhere(), passphrase });
    expect(results).toEqual([
      {
        topic: "backups",
        status: "ok",
        text: "the latest backup in s3://test-bucket/ is 9 hour(s) old, with its keys and 3 MB of own videos",
      },
    ]);
    expect(s3.objects.size).toBe(2);
  });

  it("warn without a passphrase, because they hold no keys", async () => {
    addBackup("2026-11-22T030000Z", "absent");
    const results = await ask(elsewhere());
    expect(results).toEqual([
      expect.objectContaining({
        status: "look",
        text: expect.stringContaining("everyone has to sign in again"),
        hint: expect.stringContaining("Set BACKUP_PASSPHRASE"),
      }),
      expect.objectContaining({ text: expect.stringContaining("without its keys") }),
    ]);
  });

  it("are a problem when they are two days old", async () => {
    addBackup("2026-11-20T030000Z");
    const results = await ask({ ...elsewhere(), passphrase });
    expect(results).toEqual([
      expect.objectContaining({ status: "problem", text: expect.stringContaining("57 hour(s)") }),
    ]);
  });

  it.each([
    [403, "Compare BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY"],
    [404, "Make the bucket at the provider"],
    [400, "Set BACKUP_S3_REGION"],
  ])("are a problem with a hint when the store answers %i", async (status, hint) => {
    s3.failNext(status);
    const results = await ask({ ...elsewhere(), passphrase });
    expect(results).toEqual([
      {
        topic: "backups",
        status: "problem",
        text: `s3://test-bucket/ fails: S3 answered ${status}`,
        hint: expect.stringContaining(hint),
      },
    ]);
  });
});

it.each([
  [{ time: null }, "look", "BACKUP_TIME is off", "Set BACKUP_DIR"],
  [
    { databaseUrl: "postgres://a@127.0.0.1/b" },
    "look",
    "this server makes no backups",
    "Set BACKUP_DIR",
  ],
  [{ isProject: true }, "ok", "Use the project's own backups", "nothing to do"],
])("names the maker of backups for %j", async (changes, status, text, hint) => {
  const [found] = await ask(changes);
  expect(found).toMatchObject({ status, text: expect.stringContaining(text) });
  expect(found?.hint ?? "nothing to do").toContain(hint);
});

it.each([
  [{}, "problem", "no backup is made there"],
  [{ passphrase: "sheep may safely graze" }, "look", "between two nightly backups"],
])("checks rows of an external database in S3 with %j", async (secret, status, hint) => {
  const databaseUrl = "postgres://a@127.0.0.1/b";
  const [found] = await ask({ ...elsewhere(), databaseUrl, ...secret });
  expect(found).toMatchObject({
    status,
    text: expect.stringContaining("rows at DATABASE_URL"),
    hint: expect.stringContaining(hint),
  });
});
