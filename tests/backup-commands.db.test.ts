import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { makeDataDir, openHere, removeDataDir } from "./support/crash-drill.ts";

const run = promisify(execFile);
const dataDir = makeDataDir();
afterAll(() => removeDataDir(dataDir));

/** Runs a command for operators as npm does. */
async function command(name: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, [`scripts/operate/${name}.ts`, ...args], { env });
  return stdout;
}

it(
  "an operator backs up a stopped server, loses its database and has it back",
  { timeout: 120_000 },
  async () => {
    await expect(command("backup")).rejects.toThrow("No server has started on DATA_DIR");
    await expect(command("restore", "latest")).rejects.toThrow("There are no backups yet");
    const first = await openHere(dataDir);
    await first.auth`create table auth.kept (number int)`;
    await first.auth`insert into auth.kept values (1), (2), (3)`;
    await first.close();

    const made = await command("backup");
    const name = /The backup (\S+) is in /.exec(made)?.[1] ?? "";
    expect(made).toContain(`The backup ${name} is in ${join(dataDir, "backups")}.`);
    expect(await command("restore")).toContain(`  ${name}  release `);

    rmSync(join(dataDir, "pg"), { recursive: true });
    await expect(command("restore", "latest", "--at", "yesterday-ish")).rejects.toThrow(
      '"yesterday-ish" is no time',
    );
    await expect(command("restore", "2020-01-01T000000Z")).rejects.toThrow(
      "There is no backup 2020",
    );
    const restored = await command("restore", "latest");
    expect(restored).toContain("  auth.kept: 3\n");
    expect(restored).toContain("Start the server.");
    const second = await openHere(dataDir);
    expect([...(await second.auth`select count(*)::int as rows from auth.kept`)]).toEqual([
      { rows: 3 },
    ]);
    await second.close();
  },
);

it("a database of another server is told to be backed up there", async () => {
  const env = { PATH: process.env["PATH"], DATABASE_URL: "postgres://x@127.0.0.1/x" };
  for (const name of ["backup", "restore"]) {
    const args = name === "restore" ? ["latest"] : [];
    await expect(
      run(process.execPath, [`scripts/operate/${name}.ts`, ...args], { env }),
    ).rejects.toThrow("DATABASE_URL");
  }
});
