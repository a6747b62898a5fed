import type { BackupSource } from "./sources/backup-source.ts";

/** Arbitrary, but the same in every server of a database. */
const LOCK_ID = 7_263_540_918;

/** Another backup of the same database is running, perhaps on another server. */
export class BackupInProgressError extends Error {
  constructor() {
    super("Another backup is already running. Wait until it has finished.");
  }
}

/**
 * Allows one backup per database at a time. A session-level advisory lock, which PostgreSQL releases when the
 * session ends.
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
