import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_FULL, openHere, startWriter, migrationsOfRun } from "@reign-tv/backend/testing";
import { type BackupManifest, writeManifest } from "./catalog/backup-manifest.ts";
import { listBackups, readManifest } from "./catalog/backup-catalog.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { verifyBackup } from "./scheduler/weekly-verification.ts";
import { backUp, mediaOf, restoreInto, runAs } from "./backup.fixture.ts";
import { contentOf, flipBit, openStoredBackup } from "./stored-backup.fixture.ts";

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

  it("restores rows, uploaded files and keys to a new disk", async () => {
    const dataDir = newDisk();
    const restored: string[] = [];
    const media = mediaOf(dataDir, { restored });
    const report = await restoreInto(dataDir, destination, { backup: kept.name, media });
    expect(kept.media?.count).toBe(2);
    expect(restored).toEqual(["film"]);
    expect(readFileSync(join(dataDir, "media", "film", "0.m4s"), "utf8")).toBe("a film");
    expect(report).toMatchObject({
      mediaRestored: 2,
      mediaMissing: 0,
      previousCluster: null,
      objectsRestored: 1,
      objectsMissing: 0,
      keysRestored: ["signing-key"],
    });
    expect(report.rows["public.kept"]).toBe(500);
    expect(await contentOf(dataDir, version)).toBe("a picture");
    expect(readFileSync(join(dataDir, "secrets", "signing-key"), "utf8")).toBe("the key\n");
    const server = await openHere(dataDir);
    try {
      expect(await runAs(dataDir, "select count(*)::int as rows from public.kept")).toEqual([
        { rows: 500 },
      ]);
      // The next timeline: its archive never overwrites the one it came from.
      expect(await runAs(dataDir, "select timeline_id from pg_control_checkpoint()")).not.toEqual([
        { timeline_id: 1 },
      ]);
    } finally {
      await server.close();
    }
  });

  it("is for this account alone, and names every file with its checksum", async () => {
    const record = await readManifest(destination, kept.name);
    expect(record.files.map((file) => file.name).toSorted()).toEqual([
      "backup_manifest",
      "base.tar.gz",
      "extra-broken.txt",
      "extra-text.txt",
      "media.json.gz",
      "objects.json.gz",
      "secrets.json",
    ]);
    const path = join(folder, "backups", kept.name);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(path))
      expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
    expect(existsSync(join(origin, "backup.draft"))).toBe(false);
  });

  it.runIf(IS_FULL)(
    "has every write that was acknowledged before it, under constant writing",
    async () => {
      const dataDir = newServer();
      const writer = await startWriter(dataDir);
      await writer.untilWritten(100);
      const before = [...writer.acknowledged];
      const { name } = await backUp(dataDir, destination);
      await writer.untilWritten(100);
      await writer.killServer();

      const copy = newDisk();
      const report = await restoreInto(copy, destination, { backup: name });
      const rows = report.rows["auth.written"] ?? 0;
      expect(rows).toBeGreaterThanOrEqual(before.length);
      const restored = await openHere(copy);
      const [found] = await restored.auth<{ most: number; rows: number }[]>`
      select max(number) as most, count(*)::int as rows from auth.written`;
      expect(found).toEqual({ most: rows, rows });
      await restored.close();
    },
  );

  it.each(["base.tar.gz", "backup_manifest", "secrets.json", "backup.json"])(
    "is rejected with one flipped bit in %s, and nothing changes",
    async (file) => {
      const copy = copyOfBackup();
      flipBit(join(copy.folder, "backups", kept.name, file));
      const dataDir = newDisk();
      const damaged = restoreInto(dataDir, copy.destination, { backup: kept.name });
      await expect(damaged).rejects.toThrow(/is damaged/);
      expect(existsSync(join(dataDir, "pg"))).toBe(false);
      expect(existsSync(join(dataDir, "restore.draft"))).toBe(false);
    },
  );

  it("does not start on a full disk, and lists none when the disk fills up in between", async () => {
    const before = await listBackups(destination);
    const full = { ...destination, freeBytes: () => Promise.resolve(1_000_000) };
    await expect(backUp(origin, full)).rejects.toThrow(
      /^.+ has 1 MB free, but a backup needs \d+ MB\. Free up space there, or set BACKUP_DIR/,
    );
    const filling: typeof destination = {
      ...destination,
      put: async (name, file) => {
        if (name.endsWith("backup_manifest")) throw new Error("ENOSPC: no space left on device");
        await destination.put(name, file);
      },
    };
    await expect(backUp(origin, filling)).rejects.toThrow("ENOSPC: no space left on device");
    expect(await listBackups(destination)).toEqual(before);
  });

  it("is made without media that cannot be copied, and says so", async () => {
    const place = shared.newDestination();
    const origins = { ...place.destination, freeBytes: () => Promise.resolve(900_000_000) };
    const media = mediaOf(origin, { isIncluded: true });
    await expect(backUp(origin, origins, { media })).rejects.toThrow(
      /^The backup was made without the own videos: .+ has 900 MB free/,
    );
    const [name = ""] = await listBackups(place.destination);
    expect(await readManifest(place.destination, name)).toMatchObject({ media: null });
  });

  it("encrypts its keys with the passphrase, and no other decrypts them", async () => {
    const { name } = await backUp(origin, destination, { passphrase: "correct horse" });
    const sealed = readFileSync(join(folder, "backups", name, "secrets.enc"), "utf8");
    expect(sealed).not.toContain("the key");
    const dataDir = newDisk();
    const restoreWith = (passphrase: string | null) =>
      restoreInto(dataDir, destination, { backup: name, passphrase });
    await expect(restoreWith(null)).rejects.toThrow("set BACKUP_PASSPHRASE");
    await expect(restoreWith("wrong horse")).rejects.toThrow("BACKUP_PASSPHRASE is not the one");
  });

  describe("with a passphrase", () => {
    const passphrase = "correct horse";
    let signed: BackupManifest;
    beforeAll(async () => {
      signed = await backUp(origin, destination, { passphrase });
    });
    type ManifestFile = { sha256: string; mac?: object; record: BackupManifest };
    /** A copy of the backup with another manifest. */
    function changed(change: (file: ManifestFile) => unknown, name = signed.name) {
      const copy = shared.copyOf(signed);
      const path = join(copy.folder, "backups", name, "backup.json");
      writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, "utf8")))));
      return copy.destination;
    }
    const forge = ({ record }: ManifestFile): ManifestFile =>
      JSON.parse(writeManifest({ ...record, product: "9.9.9" }));
    const attempts: readonly [string, RegExp, (file: ManifestFile) => unknown][] = [
      ["a manifest without its MAC", /is not signed/, ({ sha256, record }) => ({ sha256, record })],
      ["another manifest without a MAC", /is not signed/, (file) => forge(file)],
      [
        "another manifest with the MAC of this one",
        /BACKUP_PASSPHRASE is not the one/,
        (file) => ({ ...forge(file), mac: file.mac }),
      ],
      [
        "a MAC by another passphrase",
        /BACKUP_PASSPHRASE is not the one/,
        () => JSON.parse(writeManifest(signed, { key: Buffer.alloc(32), salt: Buffer.alloc(16) })),
      ],
      ["a MAC that is none", /is damaged/, (file) => ({ ...file, mac: { salt: 1 } })],
    ];

    it.each(attempts)("rejects %s before it reads anything else", async (_, words, change) => {
      const dataDir = newDisk();
      const at = changed(change);
      const deps = { backup: signed.name, passphrase };
      await expect(restoreInto(dataDir, at, deps)).rejects.toThrow(words);
      const log = createLogger("silent");
      const migrationsDir = migrationsOfRun();
      const verification = { dataDir: origin, migrationsDir, passphrase, uid: null, log };
      await expect(verifyBackup(at, signed.name, verification)).rejects.toThrow(words);
      expect(existsSync(join(dataDir, "pg"))).toBe(false);
      expect(existsSync(join(dataDir, "restore.draft"))).toBe(false);
    });

    it("is rejected without the passphrase, whatever it says of its keys", async () => {
      const at = changed(({ mac, record }) => {
        const open = JSON.parse(writeManifest({ ...record, keys: "absent" }));
        return { ...open, mac };
      });
      const deps = { backup: signed.name, passphrase: null };
      await expect(restoreInto(newDisk(), at, deps)).rejects.toThrow("set BACKUP_PASSPHRASE");
    });

    it("rejects the signed manifest of another backup", async () => {
      const copy = shared.copyOf(signed);
      const other = "2026-01-01T030000Z";
      const path = join(copy.folder, "backups");
      cpSync(join(path, signed.name), join(path, other), { recursive: true });
      const deps = { backup: other, passphrase };
      await expect(restoreInto(newDisk(), copy.destination, deps)).rejects.toThrow("is damaged");
    });

    it("restores an unsigned one only on request", async () => {
      const deps = { backup: kept.name, passphrase };
      await expect(restoreInto(newDisk(), destination, deps)).rejects.toThrow("--accept-unsigned");
      const said: string[] = [];
      const say = (line: string): void => void said.push(line);
      const report = await restoreInto(newDisk(), destination, {
        ...deps,
        acceptsUnsigned: true,
        say,
      });
      expect(report.rows["public.kept"]).toBe(500);
      expect(said[0]).toContain("is not signed");
      const at = changed((file) => ({ ...forge(file), mac: file.mac }));
      const forged = { backup: signed.name, passphrase, acceptsUnsigned: true };
      await expect(restoreInto(newDisk(), at, forged)).rejects.toThrow("is not the one");
    });
  });

  it.runIf(IS_FULL)(
    "keeps its keys out of a remote destination unless a passphrase encrypts them",
    async () => {
      const elsewhere = { ...destination, isThirdParty: true };
      const { name } = await backUp(origin, elsewhere);
      const { keys, files } = await readManifest(destination, name);
      expect(keys).toBe("absent");
      expect(files.map((file) => file.name)).not.toContain("secrets.json");
    },
  );

  it("of a previous major version of PostgreSQL is rejected with the release that can restore it", async () => {
    const copy = copyOfBackup();
    const database = kept.database && { ...kept.database, postgres: "17.10" };
    const path = join(copy.folder, "backups", kept.name, "backup.json");
    writeFileSync(path, writeManifest({ ...kept, product: "0.0.9", database }));
    const dataDir = newDisk();
    await expect(restoreInto(dataDir, copy.destination, { backup: kept.name })).rejects.toThrow(
      /was made with PostgreSQL 17, but this release contains PostgreSQL \d+\. Restore it with release 0\.0\.9, then upgrade\.$/,
    );
    expect(existsSync(join(dataDir, "pg"))).toBe(false);
  });
});
