import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as v from "valibot";
import {
  extrasOf,
  mediaOf,
  restoreInto,
  openDestination,
  PRODUCT_VERSION,
  runAs,
  storeOf,
  upload,
} from "#operations/backup/backup.fixture.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { writeManifest } from "#operations/backup/catalog/backup-manifest.ts";
import { listBackups, readManifest } from "#operations/backup/catalog/backup-catalog.ts";
import { readPool } from "#operations/backup/catalog/object-pool.ts";
import { type Database, openDatabase } from "@reign-tv/backend";
import { HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import {
  migrationsOfRun,
  makeDataDir,
  makePreparedDataDir,
  removeDataDir,
} from "@reign-tv/backend/testing";
import { startBackups, type BackupSchedulerDeps } from "./start-backups.ts";

const fileSchema = v.strictTuple([v.object({ file: v.string() })]);
const log = createLogger("silent");
const { destination, folder } = openDestination();
const [origin, copy] = [makePreparedDataDir(), makeDataDir()];
const startedMs = Date.UTC(2026, 10, 21, 20);
let nowMs = startedMs;
let database: Database;

beforeAll(async () => {
  const options = {
    dataDir: origin,
    databaseUrl: null,
    uid: null,
    log,
    archivesLog: true,
    migrationsDir: migrationsOfRun(),
  };
  database = await openDatabase(options);
});
afterAll(async () => {
  await database.close();
  for (const each of [origin, copy, folder]) await removeDataDir(each);
});

function deps(changes: Partial<BackupSchedulerDeps> = {}): BackupSchedulerDeps {
  return {
    dataDir: origin,
    databaseUrl: null,
    uid: null,
    destinations: [destination],
    store: storeOf(origin),
    extras: extrasOf(origin),
    media: mediaOf(origin),
    migrationsDir: migrationsOfRun(),
    product: PRODUCT_VERSION,
    passphrase: null,
    now: () => nowMs,
    time: { hours: 3, minutes: 0 },
    isStoreLocal: true,
    log,
    report: () => undefined,
    notify: () => Promise.resolve(true),
    ...changes,
  };
}

/** Simulates a new major version of PostgreSQL, which creates another cluster. */
async function recordOfAnotherCluster(of: BackupDestination, backup: string): Promise<void> {
  const record = await readManifest(of, basename(backup));
  const database = record.database && { ...record.database, systemId: "1" };
  writeFileSync(join(backup, "backup.json"), writeManifest({ ...record, database }));
}

it(
  "archives WAL and new files at once, and makes a whole backup at night",
  { timeout: 120_000 },
  async () => {
    await runAs(origin, "create table public.kept (number int)");
    const version = await upload(origin, "a picture");
    const evening = await startBackups(deps());
    await vi.waitFor(
      async () => expect([...(await readPool(destination)).keys()]).toEqual([version]),
      {
        timeout: 60_000,
      },
    );
    expect(evening.state()).toMatchObject({ newest: null, newestAt: null, proof: null });
    await evening.stop();

    nowMs = startedMs + 7 * HOUR_MS;
    const late = await startBackups(deps());
    await late.stop();
    // No backup right after a start.
    expect(await listBackups(destination)).toEqual([]);

    let ticks = 0;
    const night = await startBackups(
      deps({ now: () => ((ticks += 1) === 1 ? nowMs : nowMs + 10 * MINUTE_MS) }),
    );
    await night.stop();
    const [name] = await listBackups(destination);
    expect(night.state()).toMatchObject({
      missing: null,
      newest: name,
      newestAt: "2026-11-22T03:10:00.000Z",
      alarms: {},
      proof: null,
    });

    await runAs(origin, "insert into public.kept values (1)");
    const [laid] = v.parse(
      fileSchema,
      await runAs(origin, "select pg_walfile_name(pg_switch_wal()) as file"),
    );
    await vi.waitFor(() => expect(readdirSync(join(origin, "wal-outbox"))).toContain(laid.file), {
      timeout: 60_000,
    });
    await (await startBackups(deps())).stop();
    const report = await restoreInto(copy, destination, { backup: name ?? "", target: "newest" });
    expect(report).toMatchObject({ rows: { "public.kept": 1 }, objectsMissing: 0 });

    // A backup of another cluster does not count: it cannot restore current data.
    const renamed = openDestination();
    cpSync(folder, renamed.folder, { recursive: true });
    await recordOfAnotherCluster(renamed.destination, join(renamed.folder, "backups", name ?? ""));
    const next = await startBackups(deps({ destinations: [renamed.destination] }));
    await next.stop();
    expect(next.state()).toMatchObject({ newest: null, proof: null });
    rmSync(renamed.folder, { recursive: true });
  },
);

it("reports a failure, and waits an hour before it retries", { timeout: 120_000 }, async () => {
  nowMs += 24 * HOUR_MS;
  const faults = new Map<string, string | null>();
  let tries = 0;
  const full = {
    ...destination,
    freeBytes: () => Promise.resolve(0),
    // Each backup begins with it.
    dropUnfinished: (beforeMs: number) => {
      tries += 1;
      return destination.dropUnfinished(beforeMs);
    },
  };
  let calls = 0;
  const backups = await startBackups(
    deps({
      destinations: [full],
      now: () => ((calls += 1) === 1 ? nowMs - HOUR_MS : nowMs),
      report: (component, fault) => void faults.set(component, fault),
    }),
  );
  await backups.stop();
  expect(tries).toBe(1);
  expect(faults.get("backup")).toMatch(/^.+ has 0 MB free/);
  expect(faults.get("backup log")).toBeNull();
});
