import { resolve } from "node:path";
import { loadClusterSecret } from "#server/database/embedded/cluster-secret.ts";
import { prepareDataDir } from "#server/database/embedded/data-dir.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { acquireServerLock, isServerRunning } from "#server/database/embedded/server-lock.ts";
import { createLogger } from "#server/kit/log.ts";
import type { Config } from "#server/settings/config.ts";

/** Does work that needs the embedded database: beside the server that runs, or starting it for the while. */
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

/** The same under a lock of DATA_DIR that the caller holds, with no server running. */
export async function withStartedDatabase<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const dataDir = resolve(config.DATA_DIR);
  const server = await startEmbedded({
    dataDir,
    secret: await loadClusterSecret(dataDir),
    requestedUid: config.POSTGRES_UID ?? null,
    log: createLogger("silent"),
    // Writes during this time must not be missing in the archive.
    archivesLog: config.BACKUP_TIME !== null,
  });
  try {
    return await work();
  } finally {
    await server.stop();
  }
}
