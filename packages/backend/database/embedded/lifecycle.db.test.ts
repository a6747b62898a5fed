import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Caller } from "#backend/database/caller.ts";
import type { Database } from "#backend/database/database.ts";
import { openDatabase } from "#backend/database/open-database.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { isAlive } from "@reign-tv/kit/process-probe.ts";
import { killPostmaster, postmasterPid, removeDataDir } from "#backend/testing/crash-drill.ts";
import { startWriter } from "#backend/testing/start-writer.ts";
import {
  makePreparedDataDir,
  openHere,
  putPreparedDatabase,
} from "#backend/testing/test-database.ts";

const anon: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };
const isRoot = process.getuid?.() === 0;

describe("the embedded database", () => {
  let dataDir = "";
  // One cluster for all: every test must leave it stopped and whole.
  beforeAll(() => {
    dataDir = makePreparedDataDir();
  });
  afterAll(() => removeDataDir(dataDir));

  const numbers = async (database: Database) => {
    const rows = await database.auth<{ number: number }[]>`
      select number from auth.written order by number`;
    return rows.map(({ number }) => number);
  };
  const ask = (database: Database) =>
    database.asCaller(
      { caller: anon, method: "GET", path: "/", headers: {}, isReadOnly: true },
      (sql) => sql`select 1 as one`,
    );

  it("keeps its data over a stop, and leaves no process and no lock behind", async () => {
    const first = await openHere(dataDir);
    await first.auth`create table auth.kept (number int)`;
    await first.auth`insert into auth.kept values (7)`;
    const pid = postmasterPid(dataDir);
    await first.close();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir, "server.lock"))).toBe(false);

    const second = await openHere(dataDir);
    const rows = await second.auth`select number from auth.kept`;
    expect([...rows]).toEqual([{ number: 7 }]);
    await second.close();
  });

  it("keeps folders and secrets to its owner and never runs as root", async () => {
    const database = await openHere(dataDir);
    for (const path of ["pg", "run", "secrets"]) {
      expect(statSync(join(dataDir, path)).mode & 0o777).toBe(0o700);
    }
    expect(statSync(join(dataDir, "secrets", "database")).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
    expect(statSync(join(dataDir, "pg")).uid).not.toBe(0);
    await database.close();
  });

  it.runIf(process.platform === "linux")(
    "runs from its own files, so that an update may remove the dependencies",
    async () => {
      const older = join(dataDir, "postgres-older");
      mkdirSync(older);
      const database = await openHere(dataDir);
      const program = readlinkSync(`/proc/${postmasterPid(dataDir)}/exe`);
      expect(program).toMatch(/\/postgres-[0-9a-f]{12}\/native\/bin\/postgres$/);
      expect(dirname(program)).toContain(realpathSync(dataDir));
      expect(existsSync(older)).toBe(false);
      await database.close();
    },
  );

  it("rejects a second server on the folder with one sentence", async () => {
    const first = await openHere(dataDir);
    const second = openHere(dataDir);
    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow(
      `Another server (process ${process.pid}) is already running on DATA_DIR ${dataDir}`,
    );
    expect(await ask(first)).toHaveLength(1);
    await first.close();
  });

  it("takes over a lock whose owner is gone", async () => {
    writeFileSync(join(dataDir, "server.lock"), JSON.stringify({ pid: 4_000_000, startTime: "1" }));
    const database = await openHere(dataDir);
    await database.close();
    // The same pid again, as after a restart of a container.
    const reused = JSON.stringify({ pid: process.pid, startTime: "1" });
    writeFileSync(join(dataDir, "server.lock"), reused);
    const again = await openHere(dataDir);
    expect(await ask(again)).toHaveLength(1);
    await again.close();
  });

  it.runIf(process.platform === "linux").each([
    ["empty", ""],
    ["full of zeros", "\0".repeat(64)],
  ])("removes lock files of PostgreSQL that a power cut left %s", async (_, content) => {
    const files = [
      join(dataDir, "pg", "postmaster.pid"),
      join(dataDir, "run", ".s.PGSQL.5432.lock"),
    ];
    for (const file of files) writeFileSync(file, content);
    const database = await openHere(dataDir);
    expect(isAlive(postmasterPid(dataDir))).toBe(true);
    await database.close();
    expect(files.some((file) => existsSync(file))).toBe(false);
  });

  it("adopts the PostgreSQL that a killed server left behind", async () => {
    const writer = await startWriter(dataDir);
    await writer.untilWritten(20);
    const orphan = postmasterPid(dataDir);
    await writer.killServer();
    expect(isAlive(orphan)).toBe(true);

    const database = await openHere(dataDir);
    expect(postmasterPid(dataDir)).toBe(orphan);
    expect(await numbers(database)).toEqual(expect.arrayContaining([...writer.acknowledged]));
    await database.close();
    expect(isAlive(orphan)).toBe(false);
  });

  it("loses no acknowledged row when server and PostgreSQL are killed while writing", async () => {
    const writer = await startWriter(dataDir);
    await writer.untilWritten(50);
    await Promise.all([killPostmaster(dataDir), writer.killServer()]);
    const database = await openHere(dataDir);
    expect(await numbers(database)).toEqual(expect.arrayContaining([...writer.acknowledged]));
    await database.close();
  });

  it("restarts PostgreSQL when it dies, and reports 08006 in the meantime", async () => {
    const database = await openHere(dataDir);
    await ask(database);
    const onStart = vi.fn<() => void>();
    const onNotice = vi.fn<(text: string) => void>();
    await database.listen("noticed", { onNotice, onStart });
    onStart.mockClear();
    const died = postmasterPid(dataDir);
    await killPostmaster(dataDir);
    await expect(ask(database)).rejects.toMatchObject({ code: "08006" });
    await vi.waitFor(async () => expect(await ask(database)).toHaveLength(1), {
      timeout: 20_000,
      interval: 50,
    });
    expect(postmasterPid(dataDir)).not.toBe(died);
    expect(await database.isReady(5_000)).toBe(true);
    // Listeners learn that they may have missed notifications, and receive again.
    await vi.waitFor(() => expect(onStart).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    await database.auth`notify noticed, 'again'`;
    await vi.waitFor(() => expect(onNotice).toHaveBeenCalledWith("again"));
    await database.close();
  });

  it.runIf(isRoot)(
    "moves to a state directory when its account cannot reach the folder",
    async () => {
      // Like a clone in root's home.
      const home = join(dataDir, "private");
      mkdirSync(home, { mode: 0o700 });
      const inside = join(home, "data");
      const database = await openHere(inside);
      const candidate = readFileSync(join(inside, "pg.location"), "utf8").trim();
      try {
        expect(existsSync(join(candidate, "pg", "PG_VERSION"))).toBe(true);
        expect(await ask(database)).toHaveLength(1);
        await database.close();
        await (await openHere(inside)).close();
      } finally {
        rmSync(candidate, { recursive: true, force: true });
      }
      expect(dirname(candidate)).not.toContain(dataDir);
    },
  );

  it("works at the end of a path too long for a socket", async () => {
    const deep = join(dataDir, "d".repeat(60), "e".repeat(60));
    putPreparedDatabase(deep);
    const database = await openHere(deep);
    expect(await ask(database)).toHaveLength(1);
    await database.close();
  });

  it.each([
    ["99", "made by PostgreSQL 99, and this release brings .*: start the release that made it"],
    ["12", "made by PostgreSQL 12, .*: go back to the release before and run npm run upgrade"],
    ["", "PG_VERSION is damaged"],
    ["17\u0000\u0000x", "PG_VERSION is damaged"],
  ])("rejects a cluster whose version file says %j", async (text, words) => {
    const inside = join(dataDir, "other-major");
    mkdirSync(join(inside, "pg"), { recursive: true });
    writeFileSync(join(inside, "pg", "PG_VERSION"), text);
    await expect(openHere(inside)).rejects.toThrow(new RegExp(words));
    expect(readFileSync(join(inside, "pg", "PG_VERSION"), "utf8")).toBe(text);
  });

  it.runIf(isRoot)("gives a hint about an account without a line in /etc/passwd", async () => {
    const log = createLogger("silent");
    const options = {
      dataDir: join(dataDir, "nameless"),
      databaseUrl: null,
      uid: 54_321,
      log,
      migrationsDir: "",
    };
    await expect(openDatabase(options)).rejects.toThrow(
      "PostgreSQL makes no database as account number 54321, because it has no line in /etc/passwd: set POSTGRES_UID",
    );
  });

  it("reports in one sentence that DATA_DIR is a file", async () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    await expect(openHere(file)).rejects.toThrow(`DATA_DIR (${file}) is not a folder`);
  });
});
