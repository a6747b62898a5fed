import { spawn } from "node:child_process";
import { isAlive } from "@reign-tv/kit/process-probe.ts";
import { existsSync, rmdirSync } from "node:fs";
import type { Logger } from "@reign-tv/kit/log.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { ensureCluster } from "./cluster.ts";
import { acceptsSecret, resetLogin } from "./cluster-secret.ts";
import { socketAddress, type DatabaseAddress } from "#backend/database/connection.ts";
import { locateCluster, type ClusterLocation } from "./cluster-location.ts";
import {
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type StartOptions,
} from "./postmaster.ts";
import { archiveSettings } from "#backend/database/base-backup/wal-spool.ts";
import { serverLockPath } from "./server-lock.ts";

/** Makes sure that PostgreSQL does not outlive this server for long. */
type ExitHook = {
  /** Call it after PostgreSQL was stopped in order. */
  dismiss(): void;
};

/** A server that restarts at once takes over its running PostgreSQL. */
const GRACE_S = 10;

/** An exit waits up to 5 s for PostgreSQL. */
const EXIT_POLL_MS = 20;
const EXIT_POLLS = 250;

/**
 * A shell waits for the end of this server: its input closes then. It stops PostgreSQL unless another server
 * has taken it over (server.lock names a living process).
 */
const SCRIPT = `
read -r word && exit 0
sleep "$1"
owner=$(sed -n 's/^{"pid":\\([0-9]*\\),.*/\\1/p' "$3" 2>/dev/null)
[ -n "$owner" ] && kill -0 "$owner" 2>/dev/null && exit 0
pid=$(sed -n 1p "$2/postmaster.pid" 2>/dev/null)
[ -n "$pid" ] || exit 0
if [ -r "/proc/$pid/cmdline" ]; then tr '\\0' '\\n' <"/proc/$pid/cmdline" | grep -qxF -- "$2" || exit 0; fi
kill -INT "$pid" 2>/dev/null
`;

/**
 * Stops PostgreSQL at once when this process exits, and within seconds after its death (kill -9, out of
 * memory).
 *
 * @param options.pid the current postmaster.
 */
function stopOnExit(options: {
  readonly clusterDir: string;
  readonly lockFile: string;
  readonly pid: () => number;
}): ExitHook {
  const stopNow = (): void => {
    const pid = options.pid();
    if (!isAlive(pid)) return;
    process.kill(pid, "SIGINT");
    // An exit handler must be synchronous, so it blocks.
    for (let pauses = 0; isAlive(pid) && pauses < EXIT_POLLS; pauses += 1)
      waitInPlace(EXIT_POLL_MS);
  };
  process.once("exit", stopNow);
  // Detached: signals to the process group and a closed terminal must not end it first.
  const child = spawn(
    "/bin/sh",
    ["-c", SCRIPT, "exit-guard", String(GRACE_S), options.clusterDir, options.lockFile],
    { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] },
  );
  // Without the shell, the next start takes over the PostgreSQL of a killed server.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  return {
    dismiss() {
      process.off("exit", stopNow);
      child.stdin.end("done\n");
    },
  };
}

function waitInPlace(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}

/** Interval of checking for a dead postmaster, and delay after a failed start. */
const WATCH_INTERVAL_MS = 250;
const RESTART_DELAY_MS = 500;

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly secret: string;
  readonly requestedUid: number | null;
  readonly log: Logger;
  /** Archives WAL to the spool (base-backup/wal-spool.ts). */
  readonly archivesLog?: boolean;
  /** Settings for tests (fsync off); a product start has none. */
  readonly extraSettings?: Readonly<Record<string, string>>;
};

export type EmbeddedServer = {
  readonly address: DatabaseAddress;
  /** Pid of the postmaster; changes when it is restarted. */
  pid(): number;
  stop(): Promise<void>;
};

/** Starts the embedded PostgreSQL, creates its cluster if necessary, and keeps it running until `stop`. */
export async function startEmbedded(given: EmbeddedOptions): Promise<EmbeddedServer> {
  const location = await locateCluster(given);
  await ensureCluster(location, given);
  const archive = given.archivesLog === true ? archiveSettings(location) : {};
  const options = { ...given, extraSettings: { ...archive, ...given.extraSettings } };
  const first = await openCluster(location, options);
  const watchdog = watch(location, first, options);
  const exitHook = stopOnExit({
    clusterDir: location.clusterDir,
    lockFile: serverLockPath(options.dataDir),
    pid: watchdog.pid,
  });
  return {
    address: socketAddress(first.socketDir),
    pid: watchdog.pid,
    async stop() {
      await stopPostmaster(await watchdog.end());
      exitHook.dismiss();
      if (first.socketDir !== location.runDir && existsSync(first.socketDir)) {
        rmdirSync(first.socketDir);
      }
    },
  };
}

/** Starts PostgreSQL on a cluster; replaces its secret when it differs from the given one. */
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

/** Restarts a postmaster that died (out of memory, kill -9): up again within 3 s. */
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
