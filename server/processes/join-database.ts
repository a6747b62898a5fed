import { resolve } from "node:path";
import type { Config } from "#server/settings/config.ts";
import type { Metrics } from "#server/kit/metrics.ts";
import { connectByUrl, externalConnector } from "#server/database/connection.ts";
import { connectCluster } from "#server/database/base-backup/connect-cluster.ts";
import type { Database } from "#server/database/database.ts";
import { readRoles } from "#server/database/external.ts";
import { openPools } from "#server/database/pools.ts";

/**
 * Opens the pools of one process of several on the database that their first process has prepared and keeps.
 *
 * @throws StartError when it does not run.
 */
export async function joinDatabase(config: Config, metrics?: Metrics): Promise<Database> {
  const { databaseUrl, poolerUrl } = config;
  const nothingElse = (): Promise<void> => Promise.resolve();
  if (databaseUrl === null) {
    const { connect } = await connectCluster(resolve(config.DATA_DIR));
    return openPools(connect, nothingElse, { metrics });
  }
  const sql = connectByUrl(databaseUrl, null, { max: 1, fetchTypes: false });
  try {
    const roles = await readRoles(sql);
    return openPools(externalConnector(databaseUrl, roles, poolerUrl), nothingElse, {
      metrics,
      callerRole: poolerUrl === null ? null : roles.caller,
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
