import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";

/**
 * Removes files that no row refers to any more. A failure is not the caller's: the row is gone, the
 * answer stands, and the sweep finds the file (sweep.ts).
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
