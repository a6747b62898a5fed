import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@reign-tv/backend";
import { migrationsOfRun, openHere, startFakeS3 } from "@reign-tv/backend/testing";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createS3Destination } from "./destinations/s3-destination.ts";
import type { BackupManifest } from "./catalog/backup-manifest.ts";
import { listBackups } from "./catalog/backup-catalog.ts";
import { addExtra, backUp, restoreInto, runAs, storeOf, upload } from "./backup.fixture.ts";
import { contentOf, flipBit, openStoredBackup } from "./stored-backup.fixture.ts";

/** Cases that take several backups or restores each: `npm run test:full`. */
describe("a backup", { timeout: 120_000 }, () => {
  const shared = openStoredBackup();
  const { destination, folder, newDisk, newServer } = shared;
  let origin = "";
  /** Shared by the tests that only read it. */
  let kept: BackupManifest;
  let version = "";
  beforeAll(async () => {
    ({ origin, kept, version } = await shared.make());
  });
  afterAll(() => shared.close());
  const copyOfBackup = () => shared.copyOf(kept);

  it("has the extra files; a damaged one is reported, and a present one stays", async () => {
    const copy = copyOfBackup();
    flipBit(join(copy.folder, "backups", kept.name, "extra-broken.txt"));
    const dataDir = newDisk();
    const extra = join(dataDir, "extras", "text");
    const backup = kept.name;
    expect(await restoreInto(dataDir, copy.destination, { backup })).toMatchObject({
      extrasRestored: ["text"],
      extrasMissing: ["broken"],
    });
    expect(readdirSync(join(dataDir, "extras"))).toEqual(["text"]);
    expect(readFileSync(extra, "utf8")).toBe("first");

    addExtra(dataDir, "text", "second");
    expect(await restoreInto(dataDir, copy.destination, { backup })).toMatchObject({
      extrasRestored: [],
    });
    expect(readFileSync(extra, "utf8")).toBe("second");
  });

  it("replaces a database, keeps the old one, and leaves newer keys alone", async () => {
    const dataDir = newServer();
    const first = await openHere(dataDir);
    const other = shared.newDestination();
    await runAs(
      dataDir,
      "create table public.kept (number int); insert into public.kept values (1)",
    );
    writeFileSync(join(dataDir, "secrets", "vapid"), "old", { mode: 0o600 });
    const { name } = await backUp(dataDir, other.destination);
    await runAs(dataDir, "delete from public.kept");
    writeFileSync(join(dataDir, "secrets", "vapid"), "new", { mode: 0o600 });

    await expect(restoreInto(dataDir, other.destination, { backup: name })).rejects.toThrow(
      "is already running on DATA_DIR",
    );
    await first.close();
    const report = await restoreInto(dataDir, other.destination, { backup: name });
    expect(report.previousCluster).toMatch(/\/pg\.before-\d{4}-\d\d-\d\dT\d{6}Z$/);
    expect(existsSync(join(report.previousCluster ?? "", "PG_VERSION"))).toBe(true);
    expect(report.keysRestored).toEqual([]);
    const second = await openHere(dataDir);
    expect(await runAs(dataDir, "select number from public.kept")).toEqual([{ number: 1 }]);
    await second.close();

    rmSync(join(dataDir, "pg"), { recursive: true });
    await expect(openHere(dataDir)).rejects.toThrow("but one from before a restore");
  });

  it("has an uploaded file that is deleted during the backup", async () => {
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
    const { name } = await backUp(origin, destination, { store: forgetful });
    const dataDir = newDisk();
    await restoreInto(dataDir, destination, { backup: name });
    expect(await contentOf(dataDir, version)).toBe("soon gone");
  });

  it("counts a damaged uploaded file as missing, and restores the rest", async () => {
    const copy = copyOfBackup();
    const objects = join(copy.folder, "objects", version.slice(0, 2));
    flipBit(join(objects, readdirSync(objects).find((file) => file.startsWith(version)) ?? ""));
    const dataDir = newDisk();
    const report = await restoreInto(dataDir, copy.destination, { backup: kept.name });
    expect(report.objectsMissing).toBe(1);
    expect(await contentOf(dataDir, version)).toBeNull();
  });

  it("does not count when it was killed, and the next one runs alone", async () => {
    const before = await listBackups(destination);
    const child = spawn(process.execPath, ["scripts/commands/backup.ts"], {
      env: { PATH: process.env["PATH"], DATA_DIR: origin, BACKUP_DIR: folder },
      stdio: "ignore",
    });
    while (!existsSync(join(origin, "backup.draft", "base"))) await new Promise(setImmediate);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await listBackups(destination)).toEqual(before);
    const results = await Promise.allSettled([
      backUp(origin, destination),
      backUp(origin, destination),
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      "Error: Another backup is already running. Wait until it has finished.",
    ]);
    expect(await listBackups(destination)).toHaveLength(before.length + 1);
    expect(existsSync(join(origin, "backup.draft"))).toBe(false);
  });

  it("is restored without its keys on request, and with them by its passphrase", async () => {
    const { name } = await backUp(origin, destination, { passphrase: "correct horse" });
    const deps = { backup: name, passphrase: null, isWithoutKeys: true };
    const { rows, keysRestored } = await restoreInto(newDisk(), destination, deps);
    expect([rows["auth.users"], keysRestored]).toEqual([expect.any(Number), []]);
    const closed = { backup: name, passphrase: "correct horse" };
    expect((await restoreInto(newDisk(), destination, closed)).keysRestored).toContain(
      "signing-key",
    );
  });

  it("is restored from S3 after a lost disk; rejected uploads do not count, and cut files are rejected", async () => {
    const s3 = await startFakeS3();
    const remote = createS3Destination(s3.settings, "tv/");
    const failing: typeof remote = {
      ...remote,
      put: (name, file) => {
        if (name.endsWith("backup_manifest")) s3.failNext(403);
        return remote.put(name, file);
      },
    };
    await expect(backUp(origin, failing)).rejects.toThrow(
      "The backup could not be written to s3://test-bucket/tv/: S3 answered 403",
    );
    expect(await listBackups(remote)).toEqual([]);

    const passphrase = "correct horse";
    await backUp(origin, remote, { passphrase });
    const [name = ""] = await listBackups(remote);
    const deps = { backup: name, passphrase, target: "newest" } as const;
    const report = await restoreInto(newDisk(), remote, deps);
    expect(report.rows["public.kept"]).toBe(600);
    expect(report.keysRestored).toContain("signing-key");

    const key = `tv/backups/${name}/base.tar.gz`;
    const whole = s3.objects.get(key);
    if (whole === undefined) throw new Error("S3 has no copy of the database.");
    s3.objects.set(key, { ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length >> 1) });
    const dataDir = newDisk();
    await expect(restoreInto(dataDir, remote, deps)).rejects.toThrow(/is damaged/);
    expect(existsSync(join(dataDir, "pg"))).toBe(false);
    // And a destination that fails before the manifest is written.
    s3.failNext(403);
    await expect(restoreInto(dataDir, remote, deps)).rejects.toThrow("S3 answered 403");
    await s3.close();
  });

  it("of an older release is restored, and the next start migrates it", async () => {
    const dataDir = newDisk();
    await restoreInto(dataDir, destination, { backup: kept.name });
    const { folder: newer } = shared.newDestination();
    cpSync(migrationsOfRun(), newer, { recursive: true });
    writeFileSync(join(newer, "20990101000000_later.sql"), "create table public.later ();");
    const options = { dataDir, databaseUrl: null, uid: null, log: createLogger("silent") };
    await (await openDatabase({ ...options, migrationsDir: newer })).close();
    const upgraded = await openDatabase({ ...options, migrationsDir: newer });
    const { name: later } = await backUp(dataDir, destination);
    await upgraded.close();

    // A backup of a newer release is rejected before anything is unpacked.
    await expect(restoreInto(dataDir, destination, { backup: later })).rejects.toThrow(
      "was made by a newer release (0.1.0, with migration 20990101000000): upgrade first.",
    );
  });
});
