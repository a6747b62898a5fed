import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  checkText,
  readManifest,
  textIds,
  textsFolder,
} from "#server/bible/texts/store/text-folder.ts";
import type { Database } from "#server/database/database.ts";
import { MIGRATIONS_DIR, openDatabase } from "#server/database/open-database.ts";
import { createLogger } from "#server/kit/log.ts";
import { makeDataDir, openHere, removeDataDir, startWriter } from "#tests/support/crash-drill.ts";
import { putPreparedDatabase } from "#tests/support/prepared-database.ts";
import { installOwnText } from "#tests/fakes/bible/own-texts.ts";
import { startFakeS3 } from "#tests/fakes/s3/fake-s3.ts";
import { createS3Destination } from "./destinations/s3-destination.ts";
import { type BackupManifest, writeRecord } from "./catalog/backup-manifest.ts";
import { listBackups, readRecord } from "./catalog/backup-catalog.ts";
import { back, bring, openPlace, runAs, storeOf, upload } from "./backup.fixture.ts";

/** Reads a whole file of the store. */
async function contentOf(dataDir: string, version: string): Promise<string | null> {
  const content = await storeOf(dataDir).open(version, null);
  return content === null ? null : new Response(content).text();
}

/** Turns one bit of a file in the middle. */
function flipBit(path: string): void {
  const content = readFileSync(path);
  const middle = content.length >> 1;
  content[middle] = (content[middle] ?? 0) ^ 1;
  writeFileSync(path, content);
}

describe("a backup", { timeout: 120_000 }, () => {
  const { place, folder } = openPlace();
  const folders = [folder];
  let origin = "";
  let database: Database;
  /** With 500 rows, an uploaded file, a key and texts of the Bible; tests that only read it share it. */
  let kept: BackupManifest;
  let version = "";
  const newDisk = (): string => {
    const dataDir = makeDataDir();
    folders.push(dataDir);
    return dataDir;
  };
  const newServer = (): string => {
    const dataDir = newDisk();
    putPreparedDatabase(dataDir);
    return dataDir;
  };
  beforeAll(async () => {
    origin = newServer();
    database = await openHere(origin);
    await runAs(origin, "create table public.kept (number int primary key)");
    await runAs(origin, "insert into public.kept select generate_series(1, 500)");
    version = await upload(origin, "a picture");
    writeFileSync(join(origin, "secrets", "signing-key"), "the key", { mode: 0o600 });
    await installOwnText(origin, { id: "own-text" });
    await installOwnText(origin, { id: "broken" });
    await installOwnText(origin, { id: "fetched", serviceId: "fra_own" });
    kept = await back(origin, place);
    await runAs(origin, "insert into public.kept select generate_series(501, 600)");
  });
  /** A place with the shared backup, to be damaged. */
  function copyOfBackup() {
    const copy = openPlace();
    folders.push(copy.folder);
    for (const path of ["objects", join("backups", kept.name)])
      cpSync(join(folder, path), join(copy.folder, path), { recursive: true });
    return copy;
  }
  afterAll(async () => {
    await database.close();
    for (const each of folders) await removeDataDir(each);
  });

  it("comes back on a new disk: rows, uploaded files and keys", async () => {
    const dataDir = newDisk();
    const report = await bring(dataDir, place, { backup: kept.name });
    expect(report).toMatchObject({
      keptCluster: null,
      objectsBrought: 1,
      objectsMissing: 0,
      keysBrought: ["signing-key"],
    });
    expect(report.rows["public.kept"]).toBe(500);
    expect(await contentOf(dataDir, version)).toBe("a picture");
    expect(readFileSync(join(dataDir, "secrets", "signing-key"), "utf8")).toBe("the key\n");
    const restored = await openHere(dataDir);
    try {
      expect(await runAs(dataDir, "select count(*)::int as rows from public.kept")).toEqual([
        { rows: 500 },
      ]);
      // The next timeline: what it archives never takes the place of what its origin archived.
      expect(await runAs(dataDir, "select timeline_id from pg_control_checkpoint()")).not.toEqual([
        { timeline_id: 1 },
      ]);
    } finally {
      await restored.close();
    }
  });

  it("has the imported texts of the Bible; what was fetched is fetched anew", async () => {
    const expected = await readManifest(textsFolder(origin), "own-text");
    const copy = copyOfBackup();
    flipBit(join(copy.folder, "backups", kept.name, "bible-broken.json.gz"));

    const dataDir = newDisk();
    const texts = textsFolder(dataDir);
    const backup = kept.name;
    expect(await bring(dataDir, copy.place, { backup })).toMatchObject({
      textsBrought: ["own-text"],
      textsMissing: ["broken"],
    });
    expect(await textIds(texts)).toEqual(["own-text"]);
    const found = await readManifest(texts, "own-text");
    expect(found).toEqual(expected);
    if (found === null) throw new Error("The text has no manifest.");
    await checkText(texts, found.manifest);

    // One that stands there stays, whatever the backup has.
    await installOwnText(dataDir, { id: "own-text", name: "Imported later" });
    expect(await bring(dataDir, copy.place, { backup })).toMatchObject({ textsBrought: [] });
    expect((await readManifest(texts, "own-text"))?.manifest.name).toBe("Imported later");
    // A damaged one is none.
    writeFileSync(join(texts, "own-text", "manifest.json"), "{");
    const repaired = await bring(dataDir, copy.place, { backup });
    expect(repaired.textsBrought).toEqual(["own-text"]);
    expect(await readManifest(texts, "own-text")).toEqual(expected);
  });

  it("is for this account alone, and names every file with its sum", async () => {
    const record = await readRecord(place, kept.name);
    expect(record.files.map((file) => file.name).toSorted()).toEqual([
      "backup_manifest",
      "base.tar.gz",
      "bible-broken.json.gz",
      "bible-own-text.json.gz",
      "objects.json.gz",
      "secrets.json",
    ]);
    const path = join(folder, "backups", kept.name);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(path))
      expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
    expect(existsSync(join(origin, "backup.draft"))).toBe(false);
  });

  it("takes the place of a database, which stays beside it, and leaves newer keys alone", async () => {
    const dataDir = newServer();
    const first = await openHere(dataDir);
    const other = openPlace();
    folders.push(other.folder);
    await runAs(
      dataDir,
      "create table public.kept (number int); insert into public.kept values (1)",
    );
    writeFileSync(join(dataDir, "secrets", "vapid"), "old", { mode: 0o600 });
    const { name } = await back(dataDir, other.place);
    await runAs(dataDir, "delete from public.kept");
    writeFileSync(join(dataDir, "secrets", "vapid"), "new", { mode: 0o600 });

    await expect(bring(dataDir, other.place, { backup: name })).rejects.toThrow(
      "already runs on DATA_DIR",
    );
    await first.close();
    const report = await bring(dataDir, other.place, { backup: name });
    expect(report.keptCluster).toMatch(/\/pg\.before-\d{4}-\d\d-\d\dT\d{6}Z$/);
    expect(existsSync(join(report.keptCluster ?? "", "PG_VERSION"))).toBe(true);
    expect(report.keysBrought).toEqual([]);
    const second = await openHere(dataDir);
    expect(await runAs(dataDir, "select number from public.kept")).toEqual([{ number: 1 }]);
    await second.close();

    rmSync(join(dataDir, "pg"), { recursive: true });
    await expect(openHere(dataDir)).rejects.toThrow("but one from before a restore");
  });

  it("under constant writing has all that was acknowledged before it", async () => {
    const dataDir = newServer();
    const writer = await startWriter(dataDir);
    await writer.untilWritten(100);
    const before = [...writer.acknowledged];
    const { name } = await back(dataDir, place);
    await writer.untilWritten(100);
    await writer.killServer();

    const copy = newDisk();
    const report = await bring(copy, place, { backup: name });
    const rows = report.rows["auth.written"] ?? 0;
    expect(rows).toBeGreaterThanOrEqual(before.length);
    const restored = await openHere(copy);
    const [found] = await restored.auth<{ most: number; rows: number }[]>`
      select max(number) as most, count(*)::int as rows from auth.written`;
    expect(found).toEqual({ most: rows, rows });
    await restored.close();
  });

  it("has the uploaded file that is deleted while it is made", async () => {
    const version = await upload(origin, "soon gone");
    const store = storeOf(origin);
    let passes = 0;
    const forgetful: typeof store = {
      ...store,
      async *list() {
        // The second pass comes when the database is copied.
        if ((passes += 1) === 2) await store.remove([version]);
        yield* store.list();
      },
    };
    const { name } = await back(origin, place, { store: forgetful });
    const dataDir = newDisk();
    await bring(dataDir, place, { backup: name });
    expect(await contentOf(dataDir, version)).toBe("soon gone");
  });

  it.each(["base.tar.gz", "backup_manifest", "secrets.json", "backup.json"])(
    "with one flipped bit in %s is refused, and nothing changes",
    async (file) => {
      const copy = copyOfBackup();
      flipBit(join(copy.folder, "backups", kept.name, file));
      const dataDir = newDisk();
      const damaged = bring(dataDir, copy.place, { backup: kept.name });
      await expect(damaged).rejects.toThrow(/is damaged/);
      expect(existsSync(join(dataDir, "pg"))).toBe(false);
      expect(existsSync(join(dataDir, "restore.draft"))).toBe(false);
    },
  );

  it("counts a damaged uploaded file as missing, and restores the rest", async () => {
    const copy = copyOfBackup();
    const objects = join(copy.folder, "objects", version.slice(0, 2));
    flipBit(join(objects, readdirSync(objects).find((file) => file.startsWith(version)) ?? ""));
    const dataDir = newDisk();
    const report = await bring(dataDir, copy.place, { backup: kept.name });
    expect(report.objectsMissing).toBe(1);
    expect(await contentOf(dataDir, version)).toBeNull();
  });

  it("that is killed in the middle does not count, and the next one is made, one at a time", async () => {
    const before = await listBackups(place);
    const child = spawn(process.execPath, ["scripts/commands/backup.ts"], {
      env: { PATH: process.env["PATH"], DATA_DIR: origin, BACKUP_DIR: folder },
      stdio: "ignore",
    });
    while (!existsSync(join(origin, "backup.draft", "base"))) await new Promise(setImmediate);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await listBackups(place)).toEqual(before);
    const results = await Promise.allSettled([back(origin, place), back(origin, place)]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      "Error: Another backup is being made: wait until it has ended.",
    ]);
    expect(await listBackups(place)).toHaveLength(before.length + 1);
    expect(existsSync(join(origin, "backup.draft"))).toBe(false);
  });

  it("is not begun on a disk that is too full, and one that fills up meanwhile lists none", async () => {
    const before = await listBackups(place);
    const full = { ...place, freeBytes: () => Promise.resolve(1_000_000) };
    await expect(back(origin, full)).rejects.toThrow(
      /^The disk of .+ has 1 MB free, and a backup needs \d+ MB: make room there, or set BACKUP_DIR/,
    );
    const filling: typeof place = {
      ...place,
      put: async (name, file) => {
        if (name.endsWith("backup_manifest")) throw new Error("ENOSPC: no space left on device");
        await place.put(name, file);
      },
    };
    await expect(back(origin, filling)).rejects.toThrow("ENOSPC: no space left on device");
    expect(await listBackups(place)).toEqual(before);
  });

  it("closes its keys with the passphrase, and only that one opens them", async () => {
    const { name } = await back(origin, place, { passphrase: "correct horse" });
    const sealed = readFileSync(join(folder, "backups", name, "secrets.enc"), "utf8");
    expect(sealed).not.toContain("the key");
    const dataDir = newDisk();
    const bringWith = (passphrase: string | null) =>
      bring(dataDir, place, { backup: name, passphrase });
    await expect(bringWith(null)).rejects.toThrow("set BACKUP_PASSPHRASE");
    await expect(bringWith("wrong horse")).rejects.toThrow("BACKUP_PASSPHRASE is not the one");
    const needs = { backup: name, passphrase: null, isWithoutKeys: true };
    const { rows, keysBrought } = await bring(newDisk(), place, needs);
    expect([rows["auth.users"], keysBrought]).toEqual([expect.any(Number), []]);
    expect((await bringWith("correct horse")).keysBrought).toContain("signing-key");
  });

  it("leaves its keys out of a place elsewhere unless a passphrase closes them", async () => {
    const elsewhere = { ...place, isElsewhere: true };
    const { name } = await back(origin, elsewhere);
    const { keys, files } = await readRecord(place, name);
    expect(keys).toBe("absent");
    expect(files.map((file) => file.name)).not.toContain("secrets.json");
  });

  it("comes back from S3 after the disk is lost; what S3 refuses in the middle does not count, and what is cut there is refused", async () => {
    const s3 = await startFakeS3();
    const remote = createS3Destination(s3.settings, "tv/");
    const failing: typeof remote = {
      ...remote,
      put: (name, file) => {
        if (name.endsWith("backup_manifest")) s3.failNext(403);
        return remote.put(name, file);
      },
    };
    await expect(back(origin, failing)).rejects.toThrow(
      "The backup could not be kept in s3://test-bucket/tv/: S3 answered 403",
    );
    expect(await listBackups(remote)).toEqual([]);

    const passphrase = "correct horse";
    await back(origin, remote, { passphrase });
    const [name = ""] = await listBackups(remote);
    const needs = { backup: name, passphrase, target: "newest" } as const;
    const report = await bring(newDisk(), remote, needs);
    expect(report.rows["public.kept"]).toBe(600);
    expect(report.keysBrought).toContain("signing-key");

    const key = `tv/backups/${name}/base.tar.gz`;
    const whole = s3.objects.get(key);
    if (whole === undefined) throw new Error("S3 has no copy of the database.");
    s3.objects.set(key, { ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length >> 1) });
    const dataDir = newDisk();
    await expect(bring(dataDir, remote, needs)).rejects.toThrow(/is damaged/);
    expect(existsSync(join(dataDir, "pg"))).toBe(false);
    // And a place that goes away before the record says so.
    s3.failNext(403);
    await expect(bring(dataDir, remote, needs)).rejects.toThrow("S3 answered 403");
    await s3.close();
  });

  it("of an older release comes back, and the next start brings it up to date", async () => {
    const dataDir = newDisk();
    await bring(dataDir, place, { backup: kept.name });
    const newer = openPlace().folder;
    folders.push(newer);
    cpSync(MIGRATIONS_DIR, newer, { recursive: true });
    writeFileSync(join(newer, "20990101000000_later.sql"), "create table public.later ();");
    const options = { dataDir, databaseUrl: null, uid: null, log: createLogger("silent") };
    await (await openDatabase({ ...options, migrationsDir: newer })).close();
    const upgraded = await openDatabase({ ...options, migrationsDir: newer });
    const { name: later } = await back(dataDir, place);
    await upgraded.close();

    // And what a newer release made is refused by this one before anything is unpacked.
    await expect(bring(dataDir, place, { backup: later })).rejects.toThrow(
      "was made by a newer release (0.1.0, with migration 20990101000000): upgrade first.",
    );
  });

  it("of a former major version of PostgreSQL is refused with the release that can bring it back", async () => {
    const copy = copyOfBackup();
    const database = kept.database && { ...kept.database, postgres: "17.10" };
    const path = join(copy.folder, "backups", kept.name, "backup.json");
    writeFileSync(path, writeRecord({ ...kept, product: "0.0.9", database }));
    const dataDir = newDisk();
    await expect(bring(dataDir, copy.place, { backup: kept.name })).rejects.toThrow(
      /is of PostgreSQL 17, and this release brings \d+: restore it with release 0\.0\.9, which made it, then upgrade\.$/,
    );
    expect(existsSync(join(dataDir, "pg"))).toBe(false);
  });
});
