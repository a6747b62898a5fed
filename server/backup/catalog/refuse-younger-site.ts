import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import type { RecordedDatabase } from "./backup-manifest.ts";
import { listBackups, readRecord } from "./backup-shelf.ts";

/**
 * Refuses the newest backup where it is of another, smaller site than the one before: a server that was started on
 * an empty disk before the restore has made one of its own.
 *
 * @throws Error in one sentence that names both.
 */
export async function assertSameSite(place: BackupDestination): Promise<void> {
  const [newest, before] = await listBackups(place);
  if (newest === undefined || before === undefined) return;
  const databases = await Promise.all([databaseOf(place, newest), databaseOf(place, before)]);
  const [young, old] = databases;
  if (young === null || old === null || young.systemId === old.systemId) return;
  const [there, missing] = [accountsOf(young), accountsOf(old)];
  if (there >= missing) return;
  throw new Error(
    `The newest backup, ${newest}, is of another database than the one before: it has ${there} accounts, and ${before} has ${missing}. Name the one that you want; with all that was archived after it: latest --at "a moment before the loss".`,
  );
}

/** Null where it holds none, or cannot be read: who restores it meets the reason. */
async function databaseOf(
  place: BackupDestination,
  backup: string,
): Promise<RecordedDatabase | null> {
  const record = await readRecord(place, backup).catch(() => null);
  return record?.database ?? null;
}

function accountsOf({ tables }: RecordedDatabase): number {
  return tables["auth.users"]?.most ?? 0;
}
