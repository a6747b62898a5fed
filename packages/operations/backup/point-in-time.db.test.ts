import { afterAll, expect, it } from "vitest";
import * as v from "valibot";
import { openDatabase } from "@reign-tv/backend";
import { createLogger } from "@reign-tv/kit/log.ts";
import { migrationsOfRun, makePreparedDataDir, removeDataDir } from "@reign-tv/backend/testing";
import { backUp, restoreInto, openDestination, runAs, upload } from "./backup.fixture.ts";

const nowSchema = v.strictTuple([v.object({ now: v.date() })]);
const { destination, folder } = openDestination();
const origin = makePreparedDataDir();
afterAll(async () => {
  for (const each of [origin, folder]) await removeDataDir(each);
});

it(
  "restores the database, to the row, to the time before a mass delete",
  { timeout: 120_000 },
  async () => {
    const database = await openDatabase({
      dataDir: origin,
      databaseUrl: null,
      uid: null,
      log: createLogger("silent"),
      archivesLog: true,
      migrationsDir: migrationsOfRun(),
    });
    await runAs(origin, "create table public.kept (number int)");
    const { name } = await backUp(origin, destination);
    await runAs(origin, "insert into public.kept select generate_series(1, 1000)");
    await upload(origin, "after the backup");
    const [{ now: before }] = v.parse(
      nowSchema,
      await runAs(
        origin,
        "select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as now",
      ),
    );
    await runAs(origin, "delete from public.kept where number > 7");
    // The restore reads WAL that the stop archived but did not move.
    await database.close();
    expect(await restoreInto(origin, destination, { backup: name, target: before })).toMatchObject({
      rows: { "public.kept": 1_000 },
      rowsBefore: { "public.kept": 7 },
      previousCluster: expect.stringContaining("/pg.before-"),
    });
  },
);
