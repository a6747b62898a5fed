import { resolve } from "node:path";
import { loadClusterSecret } from "#server/database/embedded/cluster-secret.ts";
import { prepareDataDir } from "#server/database/embedded/data-dir.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { acquireServerLock, isServerRunning } from "#server/database/embedded/server-lock.ts";
import { createLogger } from "#server/kit/log.ts";
import type { Config } from "#server/settings/config.ts";

/** Runs work that needs the embedded database, next to a running server or with a temporary start. */
export async function withRunningDatabase<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const dataDir = resolve(config.DATA_DIR);
  if (isServerRunning(dataDir)) return work();
  prepareDataDir(dataDir);
  const lock = acquireServerLock(dataDir);
  try {
    return await withStartedDatabase(config, work);
  } finally {
    lock.release();
  }
}

/** Like `withRunningDatabase`, when the caller holds the lock of DATA_DIR and no server runs. */
export async function withStartedDatabase<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const dataDir = resolve(config.DATA_DIR);
  const server = await startEmbedded({
    dataDir,
    secret: await loadClusterSecret(dataDir),
    requestedUid: config.POSTGRES_UID ?? null,
    log: createLogger("silent"),
    // The archive must not miss writes during this time.
    archivesLog: config.BACKUP_TIME !== null,
  });
  try {
    return await work();
  } finally {
    await server.stop();
  }
}
