import { resolve } from "node:path";
import { createLogger, type Logger } from "@reign-tv/kit/log.ts";
import { type Connect, connector, socketAddress } from "./connection.ts";
import type { ClusterLocation } from "./embedded/cluster-location.ts";
import { loadClusterSecret } from "./embedded/cluster-secret.ts";
import { ensureCluster } from "./embedded/cluster.ts";
import { prepareDataDir } from "./embedded/data-dir.ts";
import { openCluster, startEmbedded } from "./embedded/embedded.ts";
import { stopPostmaster } from "./embedded/postmaster.ts";
import { acquireServerLock, isServerRunning } from "./embedded/server-lock.ts";
import { EMBEDDED_DATABASE, type OpenDatabaseOptions, prepareEmbedded } from "./open-database.ts";

/** PostgreSQL for the time of a command. */

/** The embedded database of a DATA_DIR, as its server starts it. */
export type EmbeddedDatabase = Pick<OpenDatabaseOptions, "dataDir" | "uid" | "archivesLog">;

/** Runs work that needs the embedded database, next to a running server or with a temporary start. */
export async function withRunningDatabase<T>(
  database: EmbeddedDatabase,
  work: () => Promise<T>,
): Promise<T> {
  const dataDir = resolve(database.dataDir);
  if (isServerRunning(dataDir)) return work();
  prepareDataDir(dataDir);
  const lock = acquireServerLock(dataDir);
  try {
    return await withStartedDatabase(database, work);
  } finally {
    lock.release();
  }
}

/** Like `withRunningDatabase`, when the caller holds the lock of DATA_DIR and no server runs. */
export async function withStartedDatabase<T>(
  { dataDir, uid, archivesLog = false }: EmbeddedDatabase,
  work: () => Promise<T>,
): Promise<T> {
  const folder = resolve(dataDir);
  const server = await startEmbedded({
    dataDir: folder,
    secret: await loadClusterSecret(folder),
    requestedUid: uid,
    log: createLogger("silent"),
    // The archive must not miss writes during this time.
    archivesLog,
  });
  try {
    return await work();
  } finally {
    await server.stop();
  }
}

/** Runs work on a cluster that no server uses. */
export async function withStartedCluster<T>(
  location: ClusterLocation,
  options: { readonly dataDir: string; readonly secret: string; readonly log: Logger },
  work: (connect: Connect) => Promise<T>,
): Promise<T> {
  const { pid, socketDir } = await openCluster(location, options);
  try {
    return await work(connector(socketAddress(socketDir), options.secret, EMBEDDED_DATABASE));
  } finally {
    await stopPostmaster(pid);
  }
}

/**
 * Creates a cluster with the secret of a DATA_DIR, prepares it and runs work on it.
 *
 * @param options.migrationsDir folder of the product's migrations.
 * @param options.versions of the migrations to apply; the next start applies the others.
 */
export async function withNewCluster<T>(
  location: ClusterLocation,
  {
    dataDir,
    ...migrations
  }: {
    readonly dataDir: string;
    readonly migrationsDir: string;
    readonly versions: readonly string[];
  },
  work: (connect: Connect) => Promise<T>,
): Promise<T> {
  const log = createLogger("silent");
  const secret = await loadClusterSecret(dataDir);
  await ensureCluster(location, { dataDir, secret });
  return withStartedCluster(location, { dataDir, secret, log }, async (connect) => {
    await prepareEmbedded(connect, secret, { log, ...migrations });
    return work(connect);
  });
}
