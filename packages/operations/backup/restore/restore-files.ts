import { existsSync } from "node:fs";
import { text, buffer } from "node:stream/consumers";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { type Keys, decryptKeys, parseKeys } from "#operations/backup/encrypted-keys.ts";
import type { Trust } from "#operations/backup/catalog/backup-catalog.ts";
import {
  type BackupManifest,
  PLAIN_KEYS_FILE,
  ENCRYPTED_KEYS_FILE,
} from "#operations/backup/catalog/backup-manifest.ts";
import { replaceSecretFile, secretPath } from "@reign-tv/kit/files/secret-store.ts";
import { openChecked } from "./start-restored-copy.ts";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "postgres";
import { isVersion, type ObjectStore } from "@reign-tv/backend/operations";
import { type PooledObject, poolName, readPool } from "#operations/backup/catalog/object-pool.ts";
import { writeHashed } from "@reign-tv/kit/files/hashed-file.ts";
import type { ExtraFiles } from "#operations/backup/extra-files.ts";

type KeySource = Pick<Trust, "passphrase" | "isWithoutKeys"> & {
  readonly destination: BackupDestination;
};

/**
 * Reads the keys of a backup first: a wrong passphrase must fail before anything is unpacked.
 *
 * @throws Error in one sentence when the passphrase is missing or another one.
 */
export async function readBackupKeys(
  record: BackupManifest,
  { destination, passphrase, isWithoutKeys = false }: KeySource,
): Promise<Keys> {
  if (record.keys === "absent" || isWithoutKeys) return {};
  if (record.keys === "open") {
    return parseKeys(await text(await openChecked(destination, record, PLAIN_KEYS_FILE)));
  }
  if (passphrase === null) {
    throw new Error(
      `The keys in backup ${record.name} are encrypted: set BACKUP_PASSPHRASE. If it is lost, add --without-keys: everything else is restored, and everyone has to sign in again.`,
    );
  }
  return decryptKeys(
    await text(await openChecked(destination, record, ENCRYPTED_KEYS_FILE)),
    passphrase,
  );
}

/**
 * Writes keys to DATA_DIR/secrets. An existing server keeps its own: they may be newer than the backup. On a
 * new disk the backup's replace those of a first start.
 *
 * @returns the names of the written keys.
 */
export async function restoreKeys(
  dataDir: string,
  keys: Keys,
  { replacesOthers }: { readonly replacesOthers: boolean },
): Promise<string[]> {
  const wanted = Object.entries(keys).filter(
    ([name]) => replacesOthers || !existsSync(secretPath(dataDir, name)),
  );
  for (const [name, key] of wanted) await replaceSecretFile(dataDir, name, key.trim());
  return wanted.map(([name]) => name);
}

type ObjectRestoreDeps = { readonly destination: BackupDestination; readonly store: ObjectStore };

/** Versions of the uploaded files that the rows of a database name. */
export async function objectVersions(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ version: string | null }[]>`
    select distinct version from storage.objects where version is not null`;
  return rows.flatMap(({ version }) => (version !== null && isVersion(version) ? [version] : []));
}

/**
 * Restores the uploaded files that the store lacks. Files never change, so existing ones equal the backup's.
 *
 * @param scratch folder for one file at a time.
 */
export async function restoreObjects(
  { destination, store }: ObjectRestoreDeps,
  versions: readonly string[],
  scratch: string,
): Promise<{ objectsRestored: number; objectsMissing: number }> {
  const present = new Set<string>();
  for await (const { version } of store.list()) present.add(version);
  const missing = versions.filter((version) => !present.has(version));
  if (missing.length === 0) return { objectsRestored: 0, objectsMissing: 0 };
  const pool = await readPool(destination);
  let objectsRestored = 0;
  for (const version of missing) {
    const object = pool.get(version);
    if (object !== undefined && (await restoreObject({ destination, store }, object, scratch))) {
      objectsRestored += 1;
    }
  }
  return { objectsRestored, objectsMissing: missing.length - objectsRestored };
}

async function restoreObject(
  { destination, store }: ObjectRestoreDeps,
  object: PooledObject,
  scratch: string,
): Promise<boolean> {
  const content = await destination.read(poolName(object));
  if (content === null) return false;
  const path = join(scratch, `object-${object.version}`);
  try {
    const file = await writeHashed(content, path);
    if (file.sha256 !== object.sha256) return false;
    await store.put(object.version, { ...file, size: file.bytes });
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

export type RestoredExtras = {
  /** Ids of the extra files that were restored. */
  readonly extrasRestored: readonly string[];
  /** Ids of extra files that are damaged or missing in the backup. */
  readonly extrasMissing: readonly string[];
};

/** Restores the extra files that the server lacks. An unreadable one does not stop the restore. */
export async function restoreExtras(
  deps: { readonly destination: BackupDestination; readonly extras: ExtraFiles },
  record: BackupManifest,
): Promise<RestoredExtras> {
  const extrasRestored: string[] = [];
  const extrasMissing: string[] = [];
  for (const { name } of record.files) {
    const id = deps.extras.idOf(name);
    if (id === null) continue;
    const content = await readWhole(deps.destination, record, name);
    const result = content === null ? "damaged" : await deps.extras.restore(content);
    if (result === "damaged") extrasMissing.push(id);
    if (result === "restored") extrasRestored.push(id);
  }
  return { extrasRestored, extrasMissing };
}

/** Returns null for a damaged or missing file. */
async function readWhole(
  destination: BackupDestination,
  record: BackupManifest,
  name: string,
): Promise<Buffer | null> {
  try {
    return await buffer(await openChecked(destination, record, name));
  } catch {
    return null;
  }
}
