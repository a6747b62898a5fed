import type { BackupSource } from "./sources/backup-source.ts";

/** Any number, the same for all that work with one database. */
const LOCK_ID = 7_263_540_918;

/** Another backup of the same database is being made, perhaps by another server. */
export class BackupInProgressError extends Error {
  constructor() {
    super("Another backup is being made: wait until it has ended.");
  }
}

/**
 * Lets one backup at a time be made of a database. The lock goes with its session, however that ends.
 *
 * @throws BackupInProgressError while another one runs.
 */
export async function acquireBackupLock({
  connect,
}: Pick<BackupSource, "connect">): Promise<AsyncDisposable> {
  const sql = connect();
  const release = (): Promise<void> => sql.end({ timeout: 1 });
  try {
    const rows = await sql<{ isOurs: boolean }[]>`
      select pg_try_advisory_lock(${LOCK_ID}) as "isOurs"`;
    if (rows[0]?.isOurs === true) return { [Symbol.asyncDispose]: release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  throw new BackupInProgressError();
}
