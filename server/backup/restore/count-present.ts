import { existsSync } from "node:fs";
import type { ClusterLocation } from "#server/database/embedded/cluster-location.ts";
import { connector, socketAddress } from "#server/database/connection.ts";
import { countTables } from "#server/database/base-backup/table-counts.ts";
import { openCluster } from "#server/database/embedded/embedded.ts";
import { EMBEDDED_DATABASE } from "#server/database/open-database.ts";
import { stopPostmaster } from "#server/database/embedded/postmaster.ts";
import type { Logger } from "#server/kit/log.ts";
import type { CheckedCopy } from "./check-copy.ts";

/** Counts what is about to be replaced, so that an operator sees what is lost between. */
export async function countPresent(
  location: ClusterLocation,
  { secret, log }: { readonly secret: string; readonly log: Logger },
): Promise<CheckedCopy["rows"] | null> {
  if (!existsSync(location.clusterDir)) return null;
  try {
    const dataDir = location.clusterDir;
    const { pid, socketDir } = await openCluster(location, { dataDir, secret, log });
    const connect = connector(socketAddress(socketDir), secret, EMBEDDED_DATABASE);
    const sql = connect("supabase_admin", { max: 1 });
    try {
      const counted = await countTables(sql);
      return Object.fromEntries(Object.entries(counted).map(([name, table]) => [name, table.rows]));
    } finally {
      await sql.end({ timeout: 1 });
      await stopPostmaster(pid);
    }
  } catch {
    // What does not start is often the reason for a restore.
    return null;
  }
}
