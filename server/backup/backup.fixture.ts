import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ObjectStore } from "#server/backend/storage/files/object-store.ts";
import { createDiskStore } from "#server/backend/storage/files/disk-store.ts";
import { writeHashed } from "#server/kit/files/hashed-file.ts";
import { knownMigrations } from "./backup-config.ts";
import { connectCluster } from "#server/database/base-backup/connect-cluster.ts";
import { createLogger } from "#server/kit/log.ts";
import { type BackupDeps, makeBackup } from "./make-backup.ts";
import type { BackupManifest } from "./catalog/backup-manifest.ts";
import { createDiskDestination } from "./destinations/disk-destination.ts";
import type { BackupDestination } from "./destinations/backup-destination.ts";
import { type RestoreDeps, type RestoreReport, restoreBackup } from "./restore/restore-backup.ts";
import { Readable } from "node:stream";

/** Temporary folder for one test. */
function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "backup-test-"));
}

/** Uploaded files of a DATA_DIR. */
export function storeOf(dataDir: string): ObjectStore {
  const folder = join(dataDir, "storage", "objects");
  mkdirSync(folder, { recursive: true });
  return createDiskStore(folder);
}

/** Stores the bytes of an uploaded file. Resolves with its version. */
export async function uploadFile(dataDir: string, content: string): Promise<string> {
  const version = randomUUID();
  const draft = join(dataDir, `upload-${version}`);
  const { path, bytes, sha256 } = await writeHashed(Readable.from([Buffer.from(content)]), draft);
  await storeOf(dataDir).put(version, { path, size: bytes, sha256 });
  return version;
}

/** Stores an uploaded file with its row. Resolves with its version. */
export async function upload(dataDir: string, content: string): Promise<string> {
  const version = await uploadFile(dataDir, content);
  await runAs(
    dataDir,
    `insert into storage.objects (bucket_id, name, version)
     values ('avatars', '${version}/avatar-1.webp', '${version}')`,
  );
  return version;
}

/** Runs statements as the superuser of a running cluster; resolves with the rows of the last. */
export async function runAs(dataDir: string, statements: string): Promise<readonly unknown[]> {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  try {
    return [...(await sql.unsafe(statements).simple())];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Makes a backup of a running database in one destination. */
export function backUp(
  dataDir: string,
  destination: BackupDestination,
  deps: Partial<BackupDeps> = {},
): Promise<BackupManifest> {
  return makeBackup({
    dataDir,
    databaseUrl: null,
    destinations: [destination],
    store: storeOf(dataDir),
    passphrase: null,
    now: Date.now,
    ...deps,
  });
}

/** Restores a backup into a DATA_DIR, with other `deps`. */
export function restoreInto(
  dataDir: string,
  destination: BackupDestination,
  deps: Partial<RestoreDeps> & Pick<RestoreDeps, "backup">,
): Promise<RestoreReport> {
  return restoreBackup({
    dataDir,
    destination,
    target: "backup",
    passphrase: null,
    store: storeOf(dataDir),
    migrations: knownMigrations(),
    uid: null,
    log: createLogger("silent"),
    now: Date.now,
    say: () => undefined,
    ...deps,
  });
}

/** A destination for backups, and its folder. */
export function openDestination(): { destination: BackupDestination; folder: string } {
  const folder = makeFolder();
  return { destination: createDiskDestination(folder), folder };
}
