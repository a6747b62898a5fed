import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@reign-tv/kit/log.ts";
import { diskFullSentence, StartError } from "@reign-tv/kit/start-error.ts";
import { CLEAN_ENVIRONMENT } from "./binaries.ts";
import { SOCKET_PORT } from "#backend/database/connection.ts";
import {
  isAdoptable,
  isOurPostgres,
  readPidFile,
  lockFiles,
  removeBrokenLocks,
} from "./postmaster-pid.ts";
import { give, socketDirectory, type ClusterLocation } from "./cluster-location.ts";
import { isAlive, waitForExit, waitForReap } from "@reign-tv/kit/process-probe.ts";
import { serverPid } from "./server-lock.ts";
import { sharedMemorySettings } from "./shared-memory.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** A running PostgreSQL: a child, or the adopted orphan of a killed server. */
export type Postmaster = { readonly pid: number; readonly socketDir: string };

/** Sessions of a killed postmaster end within moments; until then a new one cannot start. */
const LEFTOVERS = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;
const LEFTOVERS_LIMIT_MS = 10_000;
const LEFTOVERS_RETRY_DELAY_MS = 100;

const BROKEN_LOCK = /lock file "[^"]*" is empty|bogus data in lock file/;
const LOCK_REMOVED =
  "A lock file of PostgreSQL had no process in it, as after a power cut; no PostgreSQL runs, and it was removed";

/** Crash recovery of a large database may take its time. */
const START_LIMIT_MS = MINUTE_MS;
const STOP_LIMIT_MS = 10_000;
const READY_POLL_MS = 5;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Name of the log in the folder of a running cluster. */
export const POSTGRES_LOG = "postgres.log";

const SETTINGS = {
  listen_addresses: "",
  port: String(SOCKET_PORT),
  unix_socket_permissions: "0700",
  timezone: "UTC",
  shared_buffers: "64MB",
  // Eight processes with all their pools, and commands next to them.
  max_connections: "200",
  // Queries are small, and workers would use memory that containers lack.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  idle_in_transaction_session_timeout: "15s",
  lock_timeout: "3s",
  // After a crash: one call instead of an fsync for each of 1,000 files (3 s on a slow disk).
  ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
  // Statement errors carry user input (R-65): the log keeps only operators' messages.
  log_min_messages: "log",
  log_error_verbosity: "terse",
};

export type StartOptions = {
  readonly dataDir: string;
  readonly secret: string;
  readonly extraSettings?: Readonly<Record<string, string>>;
  /** Keeps the socket path of the open pools. */
  readonly socketDir?: string;
  /** Longest time until it is ready; a minute when absent. */
  readonly startLimitMs?: number;
  readonly log?: Logger;
};

/** Starts PostgreSQL, or adopts the one that a killed server left behind. */
export async function startPostmaster(
  location: ClusterLocation,
  options: StartOptions,
): Promise<Postmaster> {
  const settings = { ...SETTINGS, ...sharedMemorySettings(), ...options.extraSettings };
  const name = clusterName(settings);
  const orphan = readPidFile(location.clusterDir);
  if (orphan !== null && isOurPostgres(orphan.pid, location.clusterDir)) {
    const isFit = await isAdoptable(orphan, location, options.secret, name);
    if (isFit && (options.socketDir ?? orphan.socketDir) === orphan.socketDir) {
      return { pid: orphan.pid, socketDir: orphan.socketDir };
    }
    await stopPostmaster(orphan.pid);
  }
  const socketDir = options.socketDir ?? socketDirectory(location);
  if (serverPid(options.dataDir) === process.pid) {
    for (const file of removeBrokenLocks(location.clusterDir, socketDir)) {
      options.log?.warn({ event: "database_lock_removed", file }, LOCK_REMOVED);
    }
  }
  const allSettings = { ...settings, cluster_name: name, unix_socket_directories: socketDir };
  const deadline = performance.now() + LEFTOVERS_LIMIT_MS;
  for (;;) {
    const outcome = await spawnAndWait(
      location,
      allSettings,
      options.startLimitMs ?? START_LIMIT_MS,
    );
    if (outcome.isReady) return { pid: outcome.pid, socketDir };
    if (!LEFTOVERS.test(outcome.reason) || performance.now() > deadline) {
      throw startFailure(outcome.reason, location, { dataDir: options.dataDir, socketDir });
    }
    await pause(LEFTOVERS_RETRY_DELAY_MS);
  }
}

/** A killed server leaves its PostgreSQL running for some seconds. */
export async function stopLeftover({
  clusterDir,
}: Pick<ClusterLocation, "clusterDir">): Promise<void> {
  const leftover = readPidFile(clusterDir);
  if (leftover !== null && isOurPostgres(leftover.pid, clusterDir)) {
    await stopPostmaster(leftover.pid);
  }
}

/** Fast shutdown (ends sessions, flushes data); after 10 s an immediate one. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, limitMs] of [
    ["SIGINT", STOP_LIMIT_MS],
    ["SIGQUIT", STOP_LIMIT_MS],
    ["SIGKILL", 1_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    if (!(await waitForExit(pid, limitMs))) continue;
    await waitForReap(pid);
    return;
  }
}

/** Fingerprint of the settings: an orphan with other settings is not adopted. */
function clusterName(settings: Readonly<Record<string, string>>): string {
  const fingerprint = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  return `embedded-${fingerprint.slice(0, 12)}`;
}

type StartOutcome =
  | { readonly isReady: true; readonly pid: number }
  | { readonly isReady: false; readonly reason: string };

async function spawnAndWait(
  location: ClusterLocation,
  settings: Readonly<Record<string, string>>,
  limitMs: number,
): Promise<StartOutcome> {
  const path = rotatedLog(location);
  const { size } = statSync(path);
  const pid = spawnPostmaster(location, settings, path);
  const deadline = performance.now() + limitMs;
  for (;;) {
    const file = readPidFile(location.clusterDir);
    if (file?.pid === pid && file.isReady) return { isReady: true, pid };
    if (!isAlive(pid)) return { isReady: false, reason: lastReason(path, size) };
    if (performance.now() > deadline) {
      await stopPostmaster(pid);
      return { isReady: false, reason: `not ready after ${limitMs / 1_000} s` };
    }
    await pause(READY_POLL_MS);
  }
}

function spawnPostmaster(
  location: ClusterLocation,
  settings: Readonly<Record<string, string>>,
  logPath: string,
): number {
  const args = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const log = openSync(logPath, "a", 0o600);
  try {
    // Detached: Ctrl+C in a terminal must reach only the server, which stops PostgreSQL in order.
    const child = spawn(
      join(location.nativeDir, "bin", "postgres"),
      ["-D", location.clusterDir, ...args],
      {
        ...location.account,
        cwd: "/",
        env: CLEAN_ENVIRONMENT,
        detached: true,
        stdio: ["ignore", log, log],
      },
    );
    child.on("error", () => undefined);
    child.unref();
    if (child.pid === undefined) throw new StartError("The embedded PostgreSQL cannot be started.");
    return child.pid;
  } finally {
    closeSync(log);
  }
}

function rotatedLog({ runDir, account }: ClusterLocation): string {
  const path = join(runDir, POSTGRES_LOG);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
  closeSync(openSync(path, "a", 0o600));
  give(path, account);
  return path;
}

function startFailure(
  reason: string,
  { clusterDir, runDir }: ClusterLocation,
  { dataDir, socketDir }: { dataDir: string; socketDir: string },
): StartError {
  if (reason.includes("No space left on device")) return new StartError(diskFullSentence(dataDir));
  if (BROKEN_LOCK.test(reason)) {
    const files = lockFiles(clusterDir, socketDir);
    return new StartError(
      `A power cut left a lock file of PostgreSQL without its process (${reason}): when no postgres runs on ${clusterDir}, remove ${files.join(" and ")}, and start again.`,
    );
  }
  return new StartError(
    `The embedded PostgreSQL does not start (${reason}): see ${join(runDir, POSTGRES_LOG)}.`,
  );
}

/** Last fatal line of this start. */
function lastReason(logPath: string, offset: number): string {
  const written = readFileSync(logPath).subarray(offset).toString("utf8");
  const reasons = [...written.matchAll(/(?:FATAL|PANIC|ERROR|error): +(.+)/g)];
  return reasons.at(-1)?.[1] ?? "no reason given";
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
