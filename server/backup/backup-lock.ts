import type { RunningCluster } from "#server/database/copies/reach-cluster.ts";

/** Any number, the same for all that work with one database. */
const LOCK_ID = 7_263_540_918;

/**
 * Lets one backup at a time be made of a database. The lock goes with its session, however that ends.
 *
 * @throws Error in one sentence while another one runs.
 */
export async function holdBackupLock(cluster: RunningCluster): Promise<AsyncDisposable> {
  const sql = cluster.connect("supabase_admin", { max: 1, fetchTypes: false });
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
  throw new Error("Another backup is being made: wait until it has ended.");
}
