import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase, openSecrets } from "@reign-tv/backend";
import { sealTotpSecret } from "@reign-tv/backend/operations";
import { loadRandomSecret } from "@reign-tv/kit/files/secret-store.ts";
import {
  migrationsOfRun,
  makeDataDir,
  openHere,
  removeDataDir,
  type FakePostgres,
  startFakePostgres,
  putEmptyCluster,
  IS_FULL,
} from "@reign-tv/backend/testing";
import { createLogger } from "@reign-tv/kit/log.ts";
import {
  addExtra,
  backUp,
  extrasOf,
  mediaOf,
  openDestination,
  runAs,
  storeOf,
  uploadFile,
} from "./backup.fixture.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { verifyBackup } from "./scheduler/weekly-verification.ts";
import { restoreRows, type RowsReport } from "./restore/restore-rows.ts";
import { readManifest } from "./catalog/backup-catalog.ts";
import type { BackupManifest } from "./catalog/backup-manifest.ts";

const PASSPHRASE = "correct horse";
const APP_SECRET = "JBSWY3DPEHPK3PXP";
const log = createLogger("silent");

describe("a backup of an external database", { timeout: 120_000 }, () => {
  const { destination, folder } = openDestination();
  const folders = [folder];
  let elsewhere: FakePostgres;
  let origin = "";
  let databaseUrl = "";
  let database: Database;
  let version = "";
  /** Encrypted with the passphrase; deriving its key takes most of the time, so the tests share it. */
  let kept: BackupManifest;
  const newDisk = (): string => {
    const dataDir = makeDataDir();
    folders.push(dataDir);
    return dataDir;
  };
  const newDatabase = async (name: string): Promise<string> => {
    await elsewhere.run(`create database ${name} owner site`);
    return elsewhere.urlOf("site", "p", name);
  };

  beforeAll(async () => {
    elsewhere = await startFakePostgres(putEmptyCluster);
    await elsewhere.run("create role site login createrole password 'p'");
    databaseUrl = await newDatabase("site");
    origin = newDisk();
    database = await openDatabase({
      dataDir: origin,
      databaseUrl,
      uid: null,
      log,
      migrationsDir: migrationsOfRun(),
    });
    const hmac = await hmacOf(origin, databaseUrl);
    const sealed = sealTotpSecret(APP_SECRET, hmac);
    await database.auth`
      with made as (
        insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), 'ruth@example.test', '{"full_name": "Ruth Moyo"}') returning id)
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'verified', ${sealed}, now(), now() from made`;
    version = await uploadFile(origin, "a picture");
    await database.storage`
      insert into storage.objects (bucket_id, name, version)
      values ('avatars', ${`${version}/avatar-1.webp`}, ${version})`;
    addExtra(origin, "text");
    kept = await make(destination, PASSPHRASE);
  });
  afterAll(async () => {
    await database.close();
    await elsewhere.stop();
    for (const each of folders) await removeDataDir(each);
  });

  const make = (where: BackupDestination, passphrase: string | null) =>
    backUp(origin, where, { databaseUrl, passphrase });
  async function restore(
    name: string,
    to: { readonly dataDir: string; readonly databaseUrl: string | null },
    passphrase: string | null = PASSPHRASE,
  ): Promise<RowsReport> {
    return restoreRows(await readManifest(destination, name), {
      ...to,
      destination,
      passphrase,
      target: "newest",
      store: storeOf(to.dataDir),
      extras: extrasOf(to.dataDir),
      media: mediaOf(to.dataDir),
      migrationsDir: migrationsOfRun(),
      uid: null,
      say: () => undefined,
    });
  }

  it("restores rows, uploaded files and keys to an empty database", async () => {
    const { name, database: cluster, rows, objects } = kept;
    expect([cluster, rows?.tables["auth.users"], rows?.isSealed]).toEqual([null, 1, true]);
    expect(objects.count).toBe(1);

    const to = { dataDir: newDisk(), databaseUrl: await newDatabase("second") };
    const report = await restore(name, to);
    expect(report).toMatchObject({ objectsRestored: 1, objectsMissing: 0, notDone: [] });
    expect(report.extrasRestored).toEqual(["text"]);
    expect(report.rows).toMatchObject({ "auth.users": 1, "public.profiles": 1 });
    expect(report.keysRestored).toContain("hmac");
    // The next start uses the restored keys: encrypted and signed data stays valid.
    expect(await hmacOf(to.dataDir, to.databaseUrl)).toEqual(await hmacOf(origin, databaseUrl));
    const restored = await openDatabase({
      ...to,
      uid: null,
      log,
      migrationsDir: migrationsOfRun(),
    });
    expect([
      ...(await restored.auth`select email from auth.users join auth.mfa_factors on user_id = users.id`),
    ]).toEqual([{ email: "ruth@example.test" }]);
    expect([...(await restored.storage`select version from storage.objects`)]).toEqual([
      { version },
    ]);
    await restored.close();
    // Restoring again changes nothing, and files are there already.
    expect(await restore(name, to)).toMatchObject({ objectsRestored: 0, keysRestored: [] });
  });

  it.runIf(IS_FULL)(
    "is restored to a DATA_DIR with an embedded database, also without a passphrase",
    async () => {
      const { name, rows } = await make(destination, null);
      expect(rows?.isSealed).toBe(false);
      const dataDir = newDisk();
      const report = await restore(name, { dataDir, databaseUrl: null }, null);
      expect(report.notDone).toEqual([]);
      const restored = await openHere(dataDir);
      expect(await runAs(dataDir, "select full_name from public.profiles")).toEqual([
        { full_name: "Ruth Moyo" },
      ]);
      await restored.close();
    },
  );

  it.runIf(IS_FULL)("is verified in a temporary folder, which leaves nothing", async () => {
    const { name } = kept;
    const migrationsDir = migrationsOfRun();
    const options = { dataDir: origin, migrationsDir, passphrase: PASSPHRASE, uid: null, log };
    expect(await verifyBackup(destination, name, options)).toBeGreaterThan(2);
    expect(readdirSync(origin)).not.toContain("proof.draft");
    const catalog = join(folder, "objects", version.slice(0, 2));
    const [file = ""] = readdirSync(catalog);
    writeFileSync(join(catalog, file), "cut");
    await expect(verifyBackup(destination, name, options)).rejects.toThrow(
      `The backup ${name} is incomplete: the file ${version} is not in ${folder}.`,
    );
    writeFileSync(join(catalog, file), "a picture");
  });

  it("encrypts every row with the passphrase, and only that one decrypts them", async () => {
    const { name } = kept;
    const catalog = join(folder, "backups", name);
    expect(readdirSync(catalog)).toContain("auth.mfa_factors.jsonl.gz.enc");
    const to = { dataDir: newDisk(), databaseUrl: null };
    await expect(restore(name, to, null)).rejects.toThrow("set BACKUP_PASSPHRASE");
    await expect(restore(name, to, "wrong horse")).rejects.toThrow(
      "BACKUP_PASSPHRASE is not the one",
    );
    expect(existsSync(join(to.dataDir, "pg"))).toBe(false);
  });

  it("is never stored unencrypted with a third party: S3 without a passphrase is rejected with a hint", async () => {
    await expect(make({ ...destination, isThirdParty: true }, null)).rejects.toThrow(
      /^The backup could not be written to .+: set BACKUP_PASSPHRASE, without which/,
    );
  });

  it.each(
    IS_FULL
      ? ["auth.users.jsonl.gz.enc", "manifest.json.gz.enc", "objects.jsonl.gz.enc"]
      : ["auth.users.jsonl.gz.enc"],
  )("is rejected with one flipped bit in %s, and nothing is written", async (file) => {
    const path = join(folder, "backups", kept.name, file);
    const content = readFileSync(path);
    const damaged = Buffer.from(content);
    const middle = content.length >> 1;
    damaged[middle] = (content[middle] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    const to = { dataDir: newDisk(), databaseUrl: null };
    await expect(restore(kept.name, to)).rejects.toThrow(/is damaged/);
    expect(readdirSync(to.dataDir)).not.toContain("pg");
    expect(readdirSync(to.dataDir)).not.toContain("restore.draft");
    writeFileSync(path, content);
  });

  it.runIf(IS_FULL)(
    "has no other point in time: another one is rejected in words, and so is a running server",
    async () => {
      const deps = {
        dataDir: origin,
        databaseUrl,
        destination,
        passphrase: PASSPHRASE,
        store: storeOf(origin),
        extras: extrasOf(origin),
        media: mediaOf(origin),
        migrationsDir: migrationsOfRun(),
        uid: null,
        say: () => undefined,
      };
      await expect(restoreRows(kept, { ...deps, target: new Date() })).rejects.toThrow(
        "Later times are not in it: leave out --at.",
      );
      await expect(restoreRows(kept, { ...deps, target: "newest" })).rejects.toThrow(
        "is already running on DATA_DIR",
      );
      await expect(
        restoreRows(kept, {
          ...deps,
          dataDir: newDisk(),
          target: "newest",
          migrationsDir: newDisk(),
        }),
      ).rejects.toThrow("was made by a newer release");
    },
  );

  it.runIf(IS_FULL)("is made one at a time, also by two servers on the database", async () => {
    const results = await Promise.allSettled([
      make(destination, PASSPHRASE),
      backUp(newDisk(), destination, { databaseUrl, passphrase: PASSPHRASE }),
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      "Error: Another backup is already running. Wait until it has finished.",
    ]);
  });
});

async function hmacOf(dataDir: string, databaseUrl: string): Promise<Buffer> {
  const secrets = await openSecrets({ dataDir, databaseUrl });
  const text = await loadRandomSecret(secrets.store, "hmac");
  await secrets.close();
  return Buffer.from(text, "base64url");
}
