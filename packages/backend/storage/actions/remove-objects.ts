import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import type { Access } from "#backend/storage/rows/access.ts";
import { allowDelete, type ObjectRow } from "#backend/storage/rows/object-rows.ts";

/**
 * Removes files whose rows are gone. Never throws: the cleanup (cleanup-orphans.ts) removes files
 * that stay.
 */
export async function removeFiles(
  { store, log }: Pick<StorageDeps, "store" | "log">,
  versions: readonly string[],
): Promise<void> {
  if (versions.length === 0) return;
  try {
    await store.remove(versions);
  } catch (error) {
    log.warn({ event: "storage_file_left", count: versions.length, err: error });
  }
}

/** An object to remove; a version limits the removal to that version. */
export type Removal = { readonly path: string; readonly versionId: string | null };

/**
 * Deletes objects: the rows as the caller, then their files.
 *
 * @returns the deleted rows; rows that the caller may not see or delete are left out.
 */
export async function removeObjects(
  deps: StorageDeps,
  access: Access,
  bucketId: string,
  removals: readonly Removal[],
): Promise<readonly ObjectRow[]> {
  const names = removals.map(({ path }) => path);
  const versions = removals.map(({ versionId }) => versionId);
  const rows = await access.run(false, async (sql) => {
    await allowDelete(sql);
    return sql<ObjectRow[]>`
      delete from storage.objects as o
      where bucket_id = ${bucketId} and name = any(${names}) and exists (
        select from unnest(${names}::text[], ${versions}::text[]) as target (name, version)
        where target.name = o.name and coalesce(target.version = o.version, target.version is null))
      returning id, name, bucket_id, owner, owner_id, version, created_at, updated_at,
                last_accessed_at, metadata, user_metadata`;
  });
  await removeFiles(
    deps,
    rows.map(({ version }) => version),
  );
  return rows;
}
