import { existsSync, rmdirSync } from "node:fs";
import type { Logger } from "#server/kit/log.ts";
import { messageOf } from "#server/kit/start-error.ts";
import { ensureCluster } from "./cluster.ts";
import { acceptsSecret, resetLogin } from "./cluster-secret.ts";
import { socketAddress, type DatabaseAddress } from "#server/database/connection.ts";
import { stopOnExit } from "./stop-on-exit.ts";
import { locateCluster, type ClusterLocation } from "./cluster-location.ts";
import {
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type StartOptions,
} from "./postmaster.ts";
import { archiveSettings } from "#server/database/base-backup/wal-spool.ts";
import { isAlive } from "./process-probe.ts";
import { serverLockPath } from "./server-lock.ts";

/** How often a dead postmaster is noticed, and how long after a failed start it is tried again. */
const WATCH_INTERVAL_MS = 250;
const RESTART_DELAY_MS = 500;

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly secret: string;
  readonly requestedUid: number | null;
  readonly log: Logger;
  /** Lays the write-ahead log out for whoever keeps it (copies/wal-outbox.ts). */
  readonly archivesLog?: boolean;
  /** Settings for tests (fsync off); a product start has none. */
  readonly extraSettings?: Readonly<Record<string, string>>;
};

export type EmbeddedServer = {
  readonly address: DatabaseAddress;
  /** Pid of the postmaster; changes when it had to be restarted. */
  pid(): number;
  stop(): Promise<void>;
};

/** Starts the embedded PostgreSQL, makes its cluster at first, and keeps it running until `stop`. */
export async function startEmbedded(given: EmbeddedOptions): Promise<EmbeddedServer> {
  const location = await locateCluster(given);
  await ensureCluster(location, given);
  const archive = given.archivesLog === true ? archiveSettings(location) : {};
  const options = { ...given, extraSettings: { ...archive, ...given.extraSettings } };
  const first = await openCluster(location, options);
  const watchdog = watch(location, first, options);
  const exitGuard = stopOnExit({
    clusterDir: location.clusterDir,
    lockFile: serverLockPath(options.dataDir),
    pid: watchdog.pid,
  });
  return {
    address: socketAddress(first.socketDir),
    pid: watchdog.pid,
    async stop() {
      await stopPostmaster(await watchdog.end());
      exitGuard.dismiss();
      if (first.socketDir !== location.runDir && existsSync(first.socketDir)) {
        rmdirSync(first.socketDir);
      }
    },
  };
}

/** Starts PostgreSQL on a cluster; one that knows another secret than the given one learns it. */
export async function openCluster(
  location: ClusterLocation,
  options: StartOptions & { readonly log: Logger },
): Promise<Postmaster> {
  const postmaster = await startPostmaster(location, options);
  if (await acceptsSecret(postmaster.socketDir, options.secret)) return postmaster;
  options.log.warn({ event: "database_secret_renewed" }, "The database gets a new secret");
  await stopPostmaster(postmaster.pid);
  await resetLogin(location, options.secret);
  return startPostmaster(location, { ...options, socketDir: postmaster.socketDir });
}

/** Restarts a postmaster that died while we run (out of memory, kill -9): up again within 3 s. */
function watch(
  location: ClusterLocation,
  first: Postmaster,
  options: EmbeddedOptions,
): { pid: () => number; end: () => Promise<number> } {
  let pid = first.pid;
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  let restart: Promise<void> = Promise.resolve();

  const revive = async (): Promise<number> => {
    options.log.error({ event: "database_died", pid }, "PostgreSQL died; starting it again");
    try {
      ({ pid } = await startPostmaster(location, { ...options, socketDir: first.socketDir }));
      options.log.warn({ event: "database_restarted", pid }, "PostgreSQL runs again");
      return WATCH_INTERVAL_MS;
    } catch (error) {
      const reason = messageOf(error);
      options.log.error({ event: "database_restart_failed", reason }, "PostgreSQL does not start");
      return RESTART_DELAY_MS;
    }
  };
  const schedule = (delayMs: number): void => {
    if (isEnding) return;
    timer = setTimeout(() => {
      if (isAlive(pid)) schedule(WATCH_INTERVAL_MS);
      else restart = revive().then(schedule);
    }, delayMs);
    timer.unref();
  };
  schedule(WATCH_INTERVAL_MS);
  return {
    pid: () => pid,
    async end() {
      isEnding = true;
      clearTimeout(timer);
      await restart;
      return pid;
    },
  };
}
