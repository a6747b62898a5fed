import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";

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
