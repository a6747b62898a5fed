import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { IS_FULL } from "#tests/support/full-run.ts";
import { openDatabase } from "@reign-tv/backend";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import {
  makeDataDir,
  openHere,
  removeDataDir,
  startFakePostgres,
  putEmptyCluster,
  putPreparedDatabase,
} from "@reign-tv/backend/testing";
import { installOwnText } from "./fakes/bible/own-texts.ts";
import { programEnvironment } from "./support/program-environment.ts";

const run = promisify(execFile);
const dataDir = makeDataDir();
afterAll(() => removeDataDir(dataDir));

/** Runs an npm command for operators. */
function command(name: string, ...args: string[]): Promise<string> {
  return commandWith(name, { DATA_DIR: dataDir }, ...args);
}

async function commandWith(
  name: string,
  variables: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<string> {
  const env = programEnvironment(variables);
  const { stdout } = await run(process.execPath, [`scripts/commands/${name}.ts`, ...args], { env });
  return stdout;
}

it("backs up a stopped server and restores its lost database", { timeout: 120_000 }, async () => {
  await expect(command("backup")).rejects.toThrow("No server has been started with DATA_DIR");
  await expect(command("restore", "latest")).rejects.toThrow("There are no backups yet");
  expect(await command("restore")).toContain(`${join(dataDir, "backups")}: no backups. If the`);
  putPreparedDatabase(dataDir);
  const first = await openHere(dataDir);
  await first.auth`create table auth.kept (number int)`;
  await first.auth`insert into auth.kept values (1), (2), (3)`;
  await first.close();
  for (const language of ["fr", "rw"]) {
    await installOwnText(dataDir, { id: `own-${language}`, language }, (usfm) => usfm === "JHN");
  }

  const made = await command("backup");
  const name = /Backup (\S+) written to /.exec(made)?.[1] ?? "";
  expect(made).toContain(`Backup ${name} written to ${join(dataDir, "backups")}.`);
  expect(await command("restore")).toContain(`  ${name}  release `);

  rmSync(join(dataDir, "pg"), { recursive: true });
  rmSync(join(dataDir, "bibles"), { recursive: true });
  await expect(command("restore", "latest", "--at", "yesterday-ish")).rejects.toThrow(
    'Invalid time "yesterday-ish"',
  );
  await expect(command("restore", "2020-01-01T000000Z")).rejects.toThrow("There is no backup 2020");
  const restored = await command("restore", "latest");
  expect(restored).toContain("  auth.kept: 3\n");
  expect(restored).toContain("Bible texts restored: own-fr, own-rw.\n");
  expect(restored).toContain("Start the server.");
  const second = await openHere(dataDir);
  expect([...(await second.auth`select count(*)::int as rows from auth.kept`)]).toEqual([
    { rows: 3 },
  ]);
  await second.close();
});

it.runIf(IS_FULL)("restores the rows of an external database into an empty one", async () => {
  const elsewhere = await startFakePostgres(putEmptyCluster);
  const folders = [makeDataDir(), makeDataDir()] as const;
  const [home, newHome] = folders;
  await elsewhere.run("create role site login createrole password 'p'");
  for (const name of ["site", "second"]) await elsewhere.run(`create database ${name} owner site`);
  const variables = (dataDir: string, database: string) => ({
    DATA_DIR: dataDir,
    DATABASE_URL: elsewhere.urlOf("site", "p", database),
    BACKUP_DIR: join(home, "backups"),
  });
  const { DATABASE_URL: databaseUrl } = variables(home, "site");
  const log = createLogger("silent");
  const database = await openDatabase({
    dataDir: home,
    databaseUrl,
    uid: null,
    log,
    migrationsDir: MIGRATIONS_DIR,
  });
  await database.auth`insert into auth.users (id, email) values (gen_random_uuid(), 'r@example.test')`;

  const made = await commandWith("backup", variables(home, "site"));
  expect(made).toContain("Contains the rows at DATABASE_URL as of now, 0 uploaded files");
  const listed = await commandWith("restore", variables(home, "site"));
  expect(listed).toMatch(/release .+ MB, rows and uploaded files\n/);
  const nowhere = { ...variables(home, "site"), DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
  await expect(commandWith("backup", nowhere)).rejects.toThrow(
    "No PostgreSQL server is responding at DATABASE_URL (ECONNREFUSED)",
  );
  await expect(commandWith("restore", variables(home, "site"), "latest")).rejects.toThrow(
    "is already running on DATA_DIR",
  );
  await database.close();

  const restored = await commandWith("restore", variables(newHome, "second"), "latest");
  expect(restored).toContain("  auth.users: 1\n");
  expect(restored).toContain("Start the server.");
  await elsewhere.stop();
  for (const folder of folders) await removeDataDir(folder);
});
