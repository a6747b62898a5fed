import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskDestination } from "#operations/backup/destinations/disk-destination.ts";
import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { backupName, type BackupManifest, writeManifest, backupTime } from "./backup-manifest.ts";
import { listBackups } from "./backup-catalog.ts";
import { poolName } from "./object-pool.ts";
import { pruneBackups, dailyBackups, backupsToKeep } from "./prune-backups.ts";

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

function addBackup(daysAgo: number, versions: readonly string[]): void {
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
    media: null,
    keys: "absent",
  };
  const objects = JSON.stringify(versions.map((version) => ({ version })));
  keep(`backups/${name}/objects.json.gz`, gzipSync(objects), daysAgo);
  keep(`backups/${name}/backup.json`, writeManifest(record), daysAgo);
}

it("removes old backups, with the files and the WAL that no other one needs", async () => {
  const destination = createDiskDestination(folder);
  for (const daysAgo of [0, 1, 2, 3, 4, 5, 6]) addBackup(daysAgo, [NEEDED]);
  // Seven nights of a clock that was a year ahead, which replace none.
  for (const daysAhead of [365, 366, 367, 368, 369, 370, 371]) addBackup(-daysAhead, [NEEDED]);
  addBackup(9, [SURPLUS]);
  addBackup(10, [SURPLUS]);
  const object = (version: string): string => poolName({ version, sha256: "a".repeat(64) });
  const needed = keep(object(NEEDED), "needed", 20);
  const surplus = keep(object(SURPLUS), "surplus", 20);
  const young = keep(object(YOUNG), "deleted since", 2);
  const oldLog = keep("wal/77/000000010000000000000001.gz", "", 8);
  const log = keep("wal/77/000000010000000000000002.gz", "", 6);
  const history = keep("wal/77/00000002.history.gz", "", 20);

  // The backup of nine days ago is that of its week, and names the file.
  expect(await pruneBackups(destination, NOW_MS)).toEqual([backupName(NOW_MS - 10 * DAY_MS)]);
  expect(existsSync(surplus)).toBe(true);
  rmSync(join(folder, "backups", backupName(NOW_MS - 9 * DAY_MS)), { recursive: true });
  expect(await pruneBackups(destination, NOW_MS)).toEqual([]);
  expect([needed, young, log, history].map((path) => existsSync(path))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([surplus, oldLog].map((path) => existsSync(path))).toEqual([false, false]);
  expect(await listBackups(destination)).toHaveLength(14);
});

const NEWEST_MS = Date.UTC(2026, 10, 22, 3);

/** A backup a night, the newest first. */
function nights(count: number): string[] {
  return Array.from({ length: count }, (_, day) => backupName(NEWEST_MS - day * DAY_MS));
}

describe("the backups that stay", () => {
  it("are all of a week, the newest of five weeks and of twelve months, after years", () => {
    const kept = [...backupsToKeep(nights(1_000))]
      .toSorted()
      .toReversed()
      .map((name) => name.slice(0, 10));
    expect(kept).toEqual([
      "2026-11-22",
      "2026-11-21",
      "2026-11-20",
      "2026-11-19",
      "2026-11-18",
      "2026-11-17",
      "2026-11-16",
      "2026-11-15",
      "2026-11-08",
      "2026-11-01",
      "2026-10-31",
      "2026-10-25",
      "2026-09-30",
      "2026-08-31",
      "2026-07-31",
      "2026-06-30",
      "2026-05-31",
      "2026-04-30",
      "2026-03-31",
      "2026-02-28",
      "2026-01-31",
      "2025-12-31",
    ]);
  });

  it("are the first of each day, which no later one replaces, and the newest of all", () => {
    const at = (hour: number): string => backupName(NEWEST_MS + hour * HOUR_MS);
    expect([...backupsToKeep([at(1), at(2), at(0)])]).toEqual([at(0), at(2)]);
    expect(dailyBackups([at(1), at(2), ...nights(9)])).toEqual(nights(7));
  });

  it("ignore names that are not of a backup", () => {
    expect(backupsToKeep(["2026-11-22", ".draft", "lost+found"]).size).toBe(0);
  });
});

describe("over two years of nights that are pruned one by one", () => {
  /** Nights at half past one by a clock with DST: some days of UTC have two of them, some none. */
  const ZONES = [
    ["UTC", () => 0],
    ["Europe/Paris", (month: number) => (month >= 3 && month < 10 ? 2 : 1)],
    ["America/New_York", (month: number) => (month >= 2 && month < 10 ? -4 : -5)],
    ["Pacific/Auckland", (month: number) => (month >= 3 && month < 9 ? 12 : 13)],
  ] as const;

  it.each(ZONES)("keep seven days, five weeks and twelve months in %s", (_, offsetHours) => {
    let kept: readonly string[] = [];
    for (let day = 0; day < 730; day += 1) {
      const nightMs = Date.UTC(2024, 0, 1 + day, 1, 30);
      const name = backupName(nightMs - offsetHours(new Date(nightMs).getUTCMonth()) * HOUR_MS);
      const before = [...kept, name];
      kept = [...backupsToKeep(before)].toSorted();
      expect(kept).toContain(name);
      expect(kept.length).toBeLessThanOrEqual(7 + 5 + 12);
      // Pruning again removes nothing, and the order of the names does not matter.
      expect([...backupsToKeep(kept.toReversed())].toSorted()).toEqual(kept);
      const days = new Set(kept.map((one) => one.slice(0, 10)));
      expect(days.size).toBeGreaterThanOrEqual(day >= 8 ? 7 : 1);
      expect(dailyBackups(kept).length).toBe(Math.min(7, days.size));
    }
    const newestMs = backupTime(kept.at(-1) ?? "") ?? 0;
    const agesDays = kept.map((one) => (newestMs - (backupTime(one) ?? 0)) / DAY_MS);
    expect(agesDays.filter((age) => age < 8).length).toBeGreaterThanOrEqual(7);
    expect(agesDays.filter((age) => age >= 8 && age < 36).length).toBeGreaterThanOrEqual(3);
    expect(new Set(kept.map((one) => one.slice(0, 7))).size).toBe(12);
    expect(agesDays[0]).toBeGreaterThan(300);
  });
});

it("name a backup after the second in which it began", () => {
  expect(backupName(NEWEST_MS + 456)).toBe("2026-11-22T030000Z");
  expect(backupTime("2026-11-22T030000Z")).toBe(NEWEST_MS);
  expect(backupTime("2026-11-22T03:00:00Z")).toBeNull();
});
