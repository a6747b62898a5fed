import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "@reign-tv/kit/process-probe.ts";
import { postmasterPid, removeDataDir } from "#backend/testing/crash-drill.ts";
import { startWriter } from "#backend/testing/start-writer.ts";
import { makePreparedDataDir, openHere } from "#backend/testing/test-database.ts";

/** DATA_DIR/secrets/database: only this server's own logins depend on it, so it can be replaced. */
describe("a lost secret of the embedded database", () => {
  let dataDir = "";
  const file = () => join(dataDir, "secrets", "database");

  beforeAll(async () => {
    dataDir = makePreparedDataDir();
    const database = await openHere(dataDir);
    await database.auth`create table auth.kept (number int)`;
    await database.auth`insert into auth.kept values (7)`;
    await database.close();
  });
  afterAll(() => removeDataDir(dataDir));

  async function startWhole(): Promise<void> {
    const database = await openHere(dataDir);
    try {
      expect([...(await database.auth`select number from auth.kept`)]).toEqual([{ number: 7 }]);
      expect(await database.isReady(5_000)).toBe(true);
    } finally {
      await database.close();
    }
  }

  it.each([
    ["deleted", () => rmSync(file())],
    ["emptied", () => writeFileSync(file(), "")],
    ["cut short", () => writeFileSync(file(), readFileSync(file(), "utf8").slice(0, 20))],
    ["overwritten with another", () => writeFileSync(file(), `${"x".repeat(43)}\n`)],
    ["overwritten with what is no text", () => writeFileSync(file(), Buffer.alloc(60, 0xfe))],
    ["gone with the whole folder", () => rmSync(join(dataDir, "secrets"), { recursive: true })],
  ])("does not stop a start when it was %s, and no data is lost", async (_, damage) => {
    damage();
    await expect(startWhole()).resolves.toBeUndefined();
  });

  it("is replaced although the PostgreSQL of a killed server still runs", async () => {
    const writer = await startWriter(dataDir);
    await writer.untilWritten(1);
    const orphan = postmasterPid(dataDir);
    await writer.killServer();
    rmSync(file());
    await expect(startWhole()).resolves.toBeUndefined();
    expect(isAlive(orphan)).toBe(false);
    // The new secret is saved.
    await expect(startWhole()).resolves.toBeUndefined();
  });

  it("is rejected with a working hint when others may read it", async () => {
    chmodSync(file(), 0o644);
    await expect(openHere(dataDir)).rejects.toThrow(
      `The secret ${file()} is readable by other accounts (mode 644). Run chmod 600 ${file()}`,
    );
    chmodSync(file(), 0o600);
    await expect(startWhole()).resolves.toBeUndefined();

    chmodSync(file(), 0o644);
    await expect(openHere(dataDir)).rejects.toThrow("delete it");
    rmSync(file());
    await expect(startWhole()).resolves.toBeUndefined();
  });
});
