import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiskDestination } from "#server/backup/destinations/disk-destination.ts";
import { DAY_MS } from "#server/kit/durations.ts";
import { backupName, type BackupManifest, writeRecord } from "./backup-manifest.ts";
import { listBackups } from "./backup-catalog.ts";
import { poolName } from "./object-pool.ts";
import { pruneBackups } from "./prune-backups.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 3);
const NEEDED = "11111111-1111-4111-8111-111111111111";
const SURPLUS = "22222222-2222-4222-8222-222222222222";
const YOUNG = "33333333-3333-4333-8333-333333333333";
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prune-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function keep(name: string, content: string | Buffer, daysAgo: number): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const at = (NOW_MS - daysAgo * DAY_MS) / 1_000;
  utimesSync(path, at, at);
  return path;
}

function keepBackup(daysAgo: number, versions: readonly string[]): void {
  const name = backupName(NOW_MS - daysAgo * DAY_MS);
  const moment = new Date(NOW_MS).toISOString();
  const record: BackupManifest = {
    format: 1,
    name,
    product: "0.1.0",
    startedAt: moment,
    finishedAt: moment,
    database: {
      postgres: "18.4",
      systemId: "77",
      timeline: 1,
      startLsn: "0/1",
      segmentBytes: 1_048_576,
      migrations: [],
      tables: {},
    },
    rows: null,
    files: [],
    objects: { count: 0, bytes: 0 },
    keys: "absent",
  };
  const objects = JSON.stringify(versions.map((version) => ({ version })));
  keep(`backups/${name}/objects.json.gz`, gzipSync(objects), daysAgo);
  keep(`backups/${name}/backup.json`, writeRecord(record), daysAgo);
}

test("what is too old goes, with the files and the log that nothing needs any more", async () => {
  const place = createDiskDestination(folder);
  for (const daysAgo of [0, 1, 2, 3, 4, 5, 6]) keepBackup(daysAgo, [NEEDED]);
  keepBackup(9, [SURPLUS]);
  keepBackup(10, [SURPLUS]);
  const object = (version: string): string => poolName({ version, sha256: "a".repeat(64) });
  const needed = keep(object(NEEDED), "needed", 20);
  const surplus = keep(object(SURPLUS), "surplus", 20);
  const young = keep(object(YOUNG), "deleted since", 2);
  const oldLog = keep("wal/77/000000010000000000000001.gz", "", 8);
  const log = keep("wal/77/000000010000000000000002.gz", "", 6);
  const history = keep("wal/77/00000002.history.gz", "", 20);

  // The backup of nine days ago is that of its week, and names the file.
  expect(await pruneBackups(place, NOW_MS)).toEqual([backupName(NOW_MS - 10 * DAY_MS)]);
  expect(existsSync(surplus)).toBe(true);
  rmSync(join(folder, "backups", backupName(NOW_MS - 9 * DAY_MS)), { recursive: true });
  expect(await pruneBackups(place, NOW_MS)).toEqual([]);
  expect([needed, young, log, history].map((path) => existsSync(path))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([surplus, oldLog].map((path) => existsSync(path))).toEqual([false, false]);
  expect(await listBackups(place)).toHaveLength(7);
});
