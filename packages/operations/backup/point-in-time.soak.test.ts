import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as v from "valibot";
import { type Database, openDatabase } from "@reign-tv/backend";
import { systemIdOf, type CopyTarget } from "@reign-tv/backend/operations";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import {
  migrationsOfRun,
  makeDataDir,
  putPreparedDatabase,
  removeDataDir,
  startFakeS3,
} from "@reign-tv/backend/testing";
import { backUp, restoreInto, openDestination, runAs, upload } from "./backup.fixture.ts";
import { createS3Destination } from "./destinations/s3-destination.ts";
import { WAL_INTERVAL_MS } from "./scheduler/start-backups.ts";
import { createWalMover } from "./scheduler/wal-mover.ts";

const log = createLogger("silent");
const fileSchema = v.strictTuple([v.object({ file: v.string() })]);
const settingSchema = v.strictTuple([v.object({ seconds: v.number() })]);
const nowSchema = v.strictTuple([v.object({ now: v.date() })]);

function openArchiving(dataDir: string): Promise<Database> {
  return openDatabase({
    dataDir,
    databaseUrl: null,
    uid: null,
    log,
    archivesLog: true,
    migrationsDir: migrationsOfRun(),
  });
}

/** Cases that restore several times or wait for the WAL archive: `npm run test:full`. */
describe("points in time between two backups", { timeout: 120_000 }, () => {
  let { destination, folder } = openDestination();
  let folders: string[] = [];
  const newDisk = (): string => {
    const dataDir = makeDataDir();
    folders.push(dataDir);
    return dataDir;
  };
  const newServer = (): string => {
    const dataDir = newDisk();
    putPreparedDatabase(dataDir);
    return dataDir;
  };
  beforeEach(() => {
    ({ destination, folder } = openDestination());
    folders = [folder];
  });
  afterEach(async () => {
    for (const each of folders) await removeDataDir(each);
  });

  /** A stop archives the rest of the WAL, which then all moves. */
  async function stopAndMove(database: Database, dataDir: string): Promise<void> {
    await database.close();
    await createWalMover({
      spool: join(dataDir, "wal-outbox"),
      systemId: systemIdOf(join(dataDir, "pg")) ?? "",
      destinations: [destination],
      scratch: dataDir,
      log,
    }).move();
    expect(readdirSync(join(dataDir, "wal-outbox"))).toEqual([]);
  }
  const clock = async (dataDir: string): Promise<Date> =>
    v.parse(
      nowSchema,
      await runAs(
        dataDir,
        "select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as now",
      ),
    )[0].now;

  it("are restored on a new disk: each requested one, and the last of all", async () => {
    const origin = newServer();
    const database = await openArchiving(origin);
    await runAs(origin, "create table public.kept (number int)");
    const { name } = await backUp(origin, destination);
    await runAs(origin, "insert into public.kept select generate_series(1, 1000)");
    const version = await upload(origin, "after the backup");
    const before = await clock(origin);
    await runAs(origin, "delete from public.kept where number > 7");
    await stopAndMove(database, origin);

    const rowsAt = async (target: CopyTarget): Promise<number | undefined> => {
      const report = await restoreInto(newDisk(), destination, { backup: name, target });
      return report.rows["public.kept"];
    };
    expect(await rowsAt("backup")).toBe(0);
    expect(await rowsAt("newest")).toBe(7);
    // Nothing was written after the last archived WAL: its end is the state of that time.
    expect(await rowsAt(new Date(Date.now() + 60_000))).toBe(7);
    const report = await restoreInto(newDisk(), destination, { backup: name, target: before });
    expect(report.rows["public.kept"]).toBe(1_000);
    // The destination has no uploaded file since the backup, so its row has none.
    expect(report).toMatchObject({ objectsRestored: 0, objectsMissing: 1 });
    expect(version).not.toBe("");
  });

  it("continue after a restore, on a new timeline", async () => {
    const origin = newServer();
    const first = await openArchiving(origin);
    await runAs(origin, "create table public.kept (number int)");
    const { name } = await backUp(origin, destination);
    await runAs(origin, "insert into public.kept values (1)");
    const before = await clock(origin);
    await runAs(origin, "insert into public.kept values (2)");
    // The restore reads WAL that the stop archived but did not move.
    await first.close();

    const report = await restoreInto(origin, destination, { backup: name, target: before });
    expect(report).toMatchObject({ rows: { "public.kept": 1 }, rowsBefore: { "public.kept": 2 } });
    const second = await openArchiving(origin);
    await runAs(origin, "insert into public.kept select generate_series(10, 19)");
    await stopAndMove(second, origin);
    const copy = await restoreInto(newDisk(), destination, { backup: name, target: "newest" });
    expect(copy.rows["public.kept"]).toBe(11);
  });

  it("are rejected when WAL is missing, and nothing changes", async () => {
    const origin = newServer();
    const database = await openArchiving(origin);
    await runAs(origin, "create table public.kept (number int)");
    const { name } = await backUp(origin, destination);
    await runAs(origin, "insert into public.kept values (1); select pg_switch_wal()");
    await runAs(origin, "insert into public.kept values (2); select pg_switch_wal()");
    await stopAndMove(database, origin);
    const [archive = ""] = readdirSync(join(folder, "wal")).map((id) => join(folder, "wal", id));
    const damaged = readdirSync(archive).toSorted().at(-1) ?? "";
    writeFileSync(join(archive, damaged), "no archive");
    const dataDir = newDisk();
    mkdirSync(join(dataDir, "secrets"));
    await expect(
      restoreInto(dataDir, destination, { backup: name, target: "newest" }),
    ).rejects.toThrow(`The archive in ${folder} is damaged (${damaged.replace(".gz", "")}).`);
    expect(readdirSync(dataDir)).not.toContain("pg");
  });

  it("are restored from S3 after a lost disk, up to the last five minutes", async () => {
    const s3 = await startFakeS3();
    const remote = createS3Destination(s3.settings, "");
    const origin = newServer();
    const database = await openArchiving(origin);
    const [setting] = v.parse(
      settingSchema,
      await runAs(
        origin,
        "select setting::int as seconds from pg_settings where name = 'archive_timeout'",
      ),
    );
    // Archived, then moved by the next interval.
    expect(setting.seconds * 1_000 + WAL_INTERVAL_MS).toBeLessThanOrEqual(5 * MINUTE_MS);
    await runAs(origin, "create table public.kept (number int)");
    const { name } = await backUp(origin, remote);
    await runAs(origin, "insert into public.kept values (1)");
    // Calls what PostgreSQL calls itself after archive_timeout.
    const [laid] = v.parse(
      fileSchema,
      await runAs(origin, "select pg_walfile_name(pg_switch_wal()) as file"),
    );
    const spool = join(origin, "wal-outbox");
    await vi.waitFor(() => expect(readdirSync(spool)).toContain(laid.file), { timeout: 60_000 });
    const systemId = systemIdOf(join(origin, "pg")) ?? "";
    await createWalMover({ spool, systemId, destinations: [remote], scratch: origin, log }).move();
    // The source keeps running and is not used: its disk might as well be lost.
    const report = await restoreInto(newDisk(), remote, { backup: name, target: "newest" });
    expect(report.rows["public.kept"]).toBe(1);
    expect(report.lastChangeAt).toBeInstanceOf(Date);
    await database.close();
    await s3.close();
  });
});
