import {
  migrationsOfRun,
  makeDataDir,
  openHere,
  removeDataDir,
  IS_FULL,
} from "@reign-tv/backend/testing";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { runAs } from "#operations/backup/backup.fixture.ts";
import { exportCluster } from "#operations/transfer/export/export-cluster.ts";
import type { ExportManifest } from "#operations/transfer/export-format.ts";
import { importCluster } from "./import-cluster.ts";
import { openExport } from "./read-export.ts";
import recorded from "./postgres-17.fixture.json" with { type: "json" };

const OLDER = "17";
const filesSchema = v.record(v.string(), v.string());

describe("the rows of an older major version of PostgreSQL", { timeout: 120_000 }, () => {
  let dataDir = "";
  let folder = "";
  beforeEach(() => {
    dataDir = makeDataDir();
    folder = mkdtempSync(join(tmpdir(), "cluster-export-"));
  });
  afterEach(async () => {
    await removeDataDir(dataDir);
    rmSync(folder, { recursive: true, force: true });
  });

  const inPlace = (): string => readFileSync(join(dataDir, "pg", "PG_VERSION"), "utf8").trim();
  const exportHere = (to: string) =>
    exportCluster({ dataDir, uid: null, archivesLog: true, product: "0.1.0" }, to);
  const importHere = async (from = folder) =>
    importCluster(await openExport(from), { dataDir, migrationsDir: migrationsOfRun(), uid: null });
  const one = async (expression: string): Promise<unknown> => {
    const [row] = await runAs(dataDir, `select (${expression})::text as value`);
    return row;
  };

  /** The parts of a PostgreSQL 17 cluster that an import reads, and the export of such a server. */
  function unpackRecorded(changes: (manifest: ExportManifest) => object = (same) => same): void {
    mkdirSync(join(dataDir, "pg", "global"), { recursive: true });
    writeFileSync(join(dataDir, "pg", "PG_VERSION"), `${OLDER}\n`);
    writeFileSync(join(dataDir, "pg", "global", "pg_control"), "");
    for (const [name, text] of Object.entries(v.parse(filesSchema, recorded))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const manifest: ExportManifest = JSON.parse(recorded["manifest.json"]);
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(changes(manifest)));
  }

  it("are all imported, and the old cluster is kept", async () => {
    unpackRecorded();
    const report = await importHere();
    expect(report.rows).toMatchObject({
      "auth.users": 2,
      "auth.sessions": 1,
      "public.staff": 1,
      "realtime.messages_2026_01_01": 1,
    });
    expect(report.previousCluster).toBe(join(dataDir, `pg.before-postgres-${OLDER}`));
    expect(readFileSync(join(report.previousCluster, "PG_VERSION"), "utf8").trim()).toBe(OLDER);
    expect(existsSync(join(dataDir, "import.draft"))).toBe(false);
    expect(existsSync(join(dataDir, "server.lock"))).toBe(false);

    // A start applies later migrations; then every row must equal the recorded one.
    const database = await openHere(dataDir);
    expect(await one("select count(*) from supabase_migrations.boot")).toEqual({ value: "1" });
    await database.close();
    const { tables, database: state } = await exportHere(join(folder, "again"));
    const sums = new Map(tables.map(({ name, sha256 }) => [name, sha256]));
    const { manifest } = await openExport(folder);
    // The start drops messages older than three days, and later releases added columns to these tables.
    const isChanged = (name: string) =>
      name.startsWith("realtime.") ||
      ["public.push_subscriptions", "public.studio_state", "public.synced_accounts"].includes(name);
    const filled = manifest.tables.filter(({ name, rows }) => rows > 0 && !isChanged(name));
    for (const { name, sha256 } of filled) expect([name, sums.get(name)]).toEqual([name, sha256]);
    // Later releases have more.
    const { sequences = [] } = manifest.database ?? {};
    expect(state).toMatchObject({ sequences: expect.arrayContaining(sequences) });
  });

  const rejections: [string, (manifest: ExportManifest) => object, string][] = [
    [
      "a migration that this release lacks",
      (manifest: ExportManifest) => ({
        ...manifest,
        database: { migrations: ["20990101000000"], sequences: [] },
      }),
      "lacks the migration 20990101000000",
    ],
  ];
  if (IS_FULL) {
    rejections.push([
      "a column that this release lacks",
      (manifest: ExportManifest) => ({
        ...manifest,
        tables: manifest.tables.map((table) =>
          table.name === "public.staff"
            ? { ...table, columns: [...table.columns, "voice"] }
            : table,
        ),
      }),
      "This release has no public.staff (voice): take it away",
    ]);
  }
  it.each(rejections)("stay in place with %s", async (_, changes, words) => {
    unpackRecorded(changes);
    await expect(importHere()).rejects.toThrow(words);
    expect(inPlace()).toBe(OLDER);
    expect(existsSync(join(dataDir, "import.draft"))).toBe(false);
  });

  it("are not imported from an export that is older than the cluster", async () => {
    unpackRecorded();
    const later = new Date(Date.now() + 1_000);
    utimesSync(join(dataDir, "pg", "global", "pg_control"), later, later);
    await expect(importHere()).rejects.toThrow("export it again");
    expect(inPlace()).toBe(OLDER);
  });

  it.runIf(IS_FULL)("are imported from an export of the stopped server as it is now", async () => {
    const first = await openHere(dataDir);
    await runAs(
      dataDir,
      "insert into auth.users (id, email) values (gen_random_uuid(), 'ann@example.org')",
    );
    await first.close();
    await exportHere(folder);
    await expect(importHere()).rejects.toThrow("There is no database of an older PostgreSQL");

    writeFileSync(join(dataDir, "pg", "PG_VERSION"), `${OLDER}\n`);
    await expect(openHere(dataDir)).rejects.toThrow(
      `made by PostgreSQL ${OLDER}, and this release brings`,
    );
    await importHere();
    const database = await openHere(dataDir);
    expect(await one("select email from auth.users")).toEqual({ value: "ann@example.org" });
    expect(await one("select count(*) from public.profiles")).toEqual({ value: "1" });
    await database.close();
  });
});
