import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@reign-tv/backend";
import { type FakePostgres, putEmptyCluster, startFakePostgres } from "@reign-tv/backend/testing";
import { createLogger } from "@reign-tv/kit/log.ts";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";
import { openDatabaseStateStore, type StateStore } from "#server/state-store/state-store.ts";
import { createPairings, type Pairings } from "./pairings.ts";

let postgres: FakePostgres;
let folder = "";
let stores: StateStore[] = [];
let one: Pairings;
let two: Pairings;

beforeAll(async () => {
  postgres = await startFakePostgres(putEmptyCluster);
  const url = await postgres.createOwned("ministry");
  folder = mkdtempSync(join(tmpdir(), "reign-pairings-"));
  const database = await openDatabase({
    dataDir: join(folder, "data"),
    databaseUrl: url,
    uid: null,
    log: createLogger("silent"),
    migrationsDir: MIGRATIONS_DIR,
  });
  await database.close();
  const open = async (name: string): Promise<Pairings> => {
    const stateStore = await openDatabaseStateStore(url, join(folder, name));
    stores = [...stores, stateStore];
    return createPairings({ stateStore, guesses: 5, now: () => Date.UTC(2026, 10, 26) });
  };
  one = await open("one");
  two = await open("two");
}, 60_000);
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("two servers on one database serve one pairing", async () => {
  const issued = await one.issueCode("fr");
  if (!issued) throw new Error("no code");
  const pairing = await two.pair(issued.code);
  if (pairing === null) throw new Error("not paired");
  expect(await one.languageOf(pairing)).toBe("fr");
  const numbers = await Promise.all([one, two].map((each) => each.send(pairing, { do: "pause" })));
  expect(numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2]);
  expect((await two.orders(issued.screen))?.orders).toHaveLength(2);
  await two.end(issued.screen);
  expect(await one.status(pairing)).toBeNull();
});

it("a code is used once, also when two servers receive it at the same moment", async () => {
  const issued = await one.issueCode("en");
  if (!issued) throw new Error("no code");
  const given = await Promise.all([one, two, one, two].map((each) => each.pair(issued.code)));
  expect(given.filter((pairing) => pairing !== null)).toHaveLength(1);
});

it("the servers count the guesses of an address together", async () => {
  const waits: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    waits.push(await (count % 2 === 0 ? one : two).countGuess("198.51.100.7"));
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 60, 60]);
});

it("the database holds no token and no address", async () => {
  const issued = await one.issueCode("en");
  const pairing = issued && (await one.pair(issued.code));
  await one.countGuess("198.51.100.9");
  for (const secret of [issued?.screen, pairing, "198.51.100.9"]) {
    await postgres.run(
      `do $$ begin
        if exists (
          select from supabase_migrations.server_records
          where strpos(key || value, '${secret}') > 0
        ) then raise 'found'; end if;
      end $$`,
      "ministry",
    );
  }
  await expect(
    postgres.run(
      `do $$ begin
        if exists (select from supabase_migrations.server_records where key = '${issued?.code}')
        then raise 'found'; end if;
      end $$`,
      "ministry",
    ),
  ).rejects.toThrow("found");
});
