import { readFileSync } from "node:fs";
import { join } from "node:path";
import { locateCluster } from "#server/database/embedded/cluster-location.ts";
import { acquireServerLock } from "#server/database/embedded/server-lock.ts";
import { returnFormer } from "#server/database/major/former-cluster.ts";

/**
 * Puts the cluster back that a start of the new release has carried over to another major version of
 * PostgreSQL; nothing to do when none did. The carried one stays beside it.
 *
 * @param major version that the release before brings.
 * @throws StartError while a server holds the folder.
 */
export async function bringFormerCluster(
  { dataDir, uid }: { readonly dataDir: string; readonly uid: number | null },
  major: string,
): Promise<void> {
  const lock = acquireServerLock(dataDir);
  try {
    const { clusterDir } = await locateCluster({ dataDir, requestedUid: uid });
    const made = readFileSync(join(clusterDir, "PG_VERSION"), "utf8").trim();
    returnFormer(clusterDir, major, made);
  } finally {
    lock.release();
  }
}
