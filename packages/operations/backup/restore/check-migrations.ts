import { knownMigrations } from "@reign-tv/backend/operations";
import type { BackupManifest } from "#operations/backup/catalog/backup-manifest.ts";

/**
 * A database newer than the release could be restored, but not started; the next start migrates an older one.
 *
 * @param migrationsDir folder of the migrations of this release.
 * @throws Error in one sentence for a backup of a newer release.
 */
export function assertKnownMigrations(
  { name, product, database, rows }: BackupManifest,
  migrationsDir: string,
): void {
  const made = database?.migrations ?? rows?.migrations ?? [];
  const known = knownMigrations(migrationsDir);
  const unknown = made.find((version) => !known.includes(version));
  if (unknown === undefined) return;
  throw new Error(
    `The backup ${name} was made by a newer release (${product}, with migration ${unknown}): upgrade first.`,
  );
}
