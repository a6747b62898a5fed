import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "postgres";
import { isVersion, type ObjectStore } from "#server/backend/storage/files/object-store.ts";
import { type PooledObject, poolName, readPool } from "#server/backup/catalog/object-pool.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { writeHashed } from "#server/kit/files/hashed-file.ts";

type Ways = { readonly place: BackupDestination; readonly store: ObjectStore };

/** Versions of the uploaded files that the rows of a database name. */
export async function objectVersions(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ version: string | null }[]>`
    select distinct version from storage.objects where version is not null`;
  return rows.flatMap(({ version }) => (version !== null && isVersion(version) ? [version] : []));
}

/**
 * Brings the uploaded files that the store lacks. They never change, so what it still has is what the backup has.
 *
 * @param scratch folder for one file at a time.
 */
export async function restoreObjects(
  { place, store }: Ways,
  versions: readonly string[],
  scratch: string,
): Promise<{ objectsBrought: number; objectsMissing: number }> {
  const present = new Set<string>();
  for await (const { version } of store.list()) present.add(version);
  const lacking = versions.filter((version) => !present.has(version));
  if (lacking.length === 0) return { objectsBrought: 0, objectsMissing: 0 };
  const pool = await readPool(place);
  let objectsBrought = 0;
  for (const version of lacking) {
    const object = pool.get(version);
    if (object !== undefined && (await bringObject({ place, store }, object, scratch))) {
      objectsBrought += 1;
    }
  }
  return { objectsBrought, objectsMissing: lacking.length - objectsBrought };
}

async function bringObject(
  { place, store }: Ways,
  object: PooledObject,
  scratch: string,
): Promise<boolean> {
  const content = await place.read(poolName(object));
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
