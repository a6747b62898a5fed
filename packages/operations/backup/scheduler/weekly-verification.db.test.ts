import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkCopy } from "#operations/backup/restore/verify-copy.ts";
import type { Database } from "@reign-tv/backend";
import { connectCluster } from "@reign-tv/backend/operations";
import {
  addExtra,
  backUp,
  openDestination,
  runAs,
  upload,
} from "#operations/backup/backup.fixture.ts";
import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import {
  openHere,
  removeDataDir,
  makePreparedDataDir,
  migrationsOfRun,
} from "@reign-tv/backend/testing";
import {
  type VerificationResult,
  openWeeklyVerification,
  type WeeklyVerificationDeps,
} from "./weekly-verification.ts";

const { destination, folder } = openDestination();
/** PostgreSQL's account writes here too. */
const openFolder = mkdtempSync(join(tmpdir(), "proof-"));
chmodSync(openFolder, 0o777);
const dataDir = makePreparedDataDir();
const notified: VerificationResult[] = [];
/** The server's clock is a day ahead of PostgreSQL's. */
let nowMs = Date.now() + DAY_MS;
let database: Database;

const deps: WeeklyVerificationDeps = {
  dataDir,
  migrationsDir: migrationsOfRun(),
  passphrase: null,
  uid: null,
  destinations: [destination],
  now: () => nowMs,
  log: createLogger("silent"),
  notify: (result) => {
    notified.push(result);
    return Promise.resolve();
  },
};
beforeAll(async () => {
  database = await openHere(dataDir);
});
afterAll(async () => {
  await database.close();
  for (const each of [dataDir, folder, openFolder]) await removeDataDir(each);
});

it(
  "restores the newest backup once a week next to the running server, and notifies the operator",
  { timeout: 120_000 },
  async () => {
    const verification = await openWeeklyVerification(deps);
    nowMs += HOUR_MS;
    await verification.check();
    // Nothing to verify yet.
    expect([verification.last(), notified]).toEqual([null, []]);

    await runAs(
      dataDir,
      `create table public.kept (number int); insert into public.kept values (1);
       create unlogged table public.passing (number int); insert into public.passing values (1);
       insert into realtime.servers values (gen_random_uuid()), (gen_random_uuid())`,
    );
    // Others may write to a destination: settings in its backups must not run programs.
    const ran = join(openFolder, "ran");
    await runAs(dataDir, `alter system set recovery_end_command = 'touch ${ran}'`);
    const version = await upload(dataDir, "a picture");
    addExtra(dataDir, "text");
    const { name } = await backUp(dataDir, destination, { now: () => nowMs });
    await verification.check();
    expect(notified).toEqual([
      {
        backup: name,
        place: folder,
        provenAt: new Date(nowMs).toISOString(),
        failure: null,
        rows: expect.any(Number),
      },
    ]);
    // Includes the rows of the demonstration database.
    expect(notified[0]?.rows).toBeGreaterThan(2_000);
    expect([ran, join(dataDir, "proof.draft")].filter(existsSync)).toEqual([]);
    expect(await runAs(dataDir, "select number from public.kept")).toEqual([{ number: 1 }]);

    nowMs += 6 * DAY_MS;
    await verification.check();
    expect(notified).toHaveLength(1);

    // After a passphrase is set, the unsigned backup is no failure; the next one is signed.
    let laterMs = Date.UTC(2100, 0, 1);
    const signing = await openWeeklyVerification({
      ...deps,
      dataDir: openFolder,
      passphrase: "a passphrase of today",
      now: () => laterMs,
    });
    laterMs += HOUR_MS;
    await signing.check();
    expect([signing.last(), notified]).toEqual([null, [expect.anything()]]);

    // A file of the pool is lost, and the server restarts.
    const catalog = join(folder, "objects", version.slice(0, 2));
    for (const file of readdirSync(catalog)) rmSync(join(catalog, file));
    const restarted = await openWeeklyVerification(deps);
    expect(restarted.last()).toEqual(notified[0]);
    nowMs += DAY_MS;
    await expect(restarted.check()).rejects.toThrow(
      `The backup ${name} is incomplete: the file ${version} is not in ${folder}.`,
    );
    expect(notified).toHaveLength(2);
    // The fault lasts until a verification succeeds, and is retried the next day.
    await expect(restarted.check()).rejects.toThrow("is incomplete");
    expect(notified).toHaveLength(2);
    nowMs += DAY_MS;
    await expect(restarted.check()).rejects.toThrow("is incomplete");
    expect(notified).toHaveLength(3);
  },
);

it("accepts counts of an earlier release for tables that a copy has without their rows", async () => {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1 });
  try {
    const one = { least: 9, most: 9 };
    const expected = { "realtime.servers": one, "public.passing": one, "public.kept": one };
    const { differences } = await checkCopy(sql, { ...expected, "public.gone": one });
    expect(differences).toEqual([
      "public.kept: 1 rows instead of 9",
      "public.gone: no rows instead of 9",
    ]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});
