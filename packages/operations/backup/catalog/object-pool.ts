import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ObjectStore } from "@reign-tv/backend/operations";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { writeHashed } from "@reign-tv/kit/files/hashed-file.ts";

/** An uploaded file in a destination; files never change, so all backups share them. */
export type PooledObject = {
  readonly version: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** Folder of the uploaded files in a destination. */
export const POOL = "objects/";
const NAME = /^objects\/[0-9a-f]{2}\/(?<version>[0-9a-f-]{36})-(?<sha256>[0-9a-f]{64})$/;

/** Name of an object in a destination; it holds the checksum of its content. */
export function poolName({ version, sha256 }: Pick<PooledObject, "version" | "sha256">): string {
  return `${POOL}${version.slice(0, 2)}/${version}-${sha256}`;
}

/** Version of the object of a pool name; null for other names. */
export function versionOf(name: string): string | null {
  return NAME.exec(name)?.groups?.["version"] ?? null;
}

/** Objects of a destination, by version. */
export async function readPool(destination: BackupDestination): Promise<Map<string, PooledObject>> {
  const pool = new Map<string, PooledObject>();
  for await (const { name, bytes } of destination.list(POOL)) {
    const parts = NAME.exec(name)?.groups;
    const { version, sha256 } = parts ?? {};
    if (version !== undefined && sha256 !== undefined)
      pool.set(version, { version, sha256, bytes });
  }
  return pool;
}

/**
 * Copies the objects that the pool lacks from the store to the destination.
 *
 * @param pool objects of the destination; copied ones are added.
 * @param scratch folder for one file at a time.
 */
export async function fillPool(
  destination: BackupDestination,
  pool: Map<string, PooledObject>,
  { store, scratch }: { readonly store: ObjectStore; readonly scratch: string },
): Promise<PooledObject[]> {
  const present: PooledObject[] = [];
  for await (const { version } of store.list()) {
    const object =
      pool.get(version) ?? (await copyObject(destination, version, { store, scratch }));
    if (object === null) continue;
    pool.set(version, object);
    present.push(object);
  }
  return present;
}

/** Returns null when the file was deleted in the meantime. */
async function copyObject(
  destination: BackupDestination,
  version: string,
  { store, scratch }: { readonly store: ObjectStore; readonly scratch: string },
): Promise<PooledObject | null> {
  const content = await store.open(version, null);
  if (content === null) return null;
  const path = join(scratch, `object-${version}`);
  try {
    const file = await writeHashed(Readable.from(content), path);
    await destination.put(poolName({ version, sha256: file.sha256 }), file);
    return { version, sha256: file.sha256, bytes: file.bytes };
  } finally {
    await rm(path, { force: true });
  }
}
