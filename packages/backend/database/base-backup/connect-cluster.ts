import { dirname, join } from "node:path";
import { StartError } from "@reign-tv/kit/start-error.ts";
import {
  type ClusterLocation,
  clusterHome,
  locateCluster,
} from "#backend/database/embedded/cluster-location.ts";
import { loadClusterSecret } from "#backend/database/embedded/cluster-secret.ts";
import { type Connect, connector, socketAddress } from "#backend/database/connection.ts";
import { EMBEDDED_DATABASE } from "#backend/database/open-database.ts";
import { isOurPostgres, readPidFile } from "#backend/database/embedded/postmaster-pid.ts";

/** A running embedded PostgreSQL, for commands that work next to its server with superuser rights. */
export type RunningCluster = {
  readonly location: ClusterLocation;
  /** Folder of the cluster; files that the cluster's account writes go next to it. */
  readonly home: string;
  readonly connect: Connect;
};

/**
 * Finds the running PostgreSQL of a DATA_DIR.
 *
 * @throws StartError when none runs there.
 */
export async function connectCluster(dataDir: string): Promise<RunningCluster> {
  const clusterDir = join(clusterHome(dataDir), "pg");
  const running = readPidFile(clusterDir);
  if (running === null || !isOurPostgres(running.pid, clusterDir)) {
    throw new StartError(`No database runs in ${clusterDir}: start the server first.`);
  }
  const location = await locateCluster({ dataDir, requestedUid: null });
  const secret = await loadClusterSecret(dataDir);
  return {
    location,
    home: dirname(location.clusterDir),
    connect: connector(socketAddress(running.socketDir), secret, EMBEDDED_DATABASE),
  };
}
