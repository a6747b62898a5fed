import { readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connector, SOCKET_PORT, socketAddress } from "#backend/database/connection.ts";
import type { ClusterLocation } from "./cluster-location.ts";
import { commandLine, isAlive } from "@reign-tv/kit/process-probe.ts";

/** Exists next to the socket while a PostgreSQL listens on it. */
const SOCKET_LOCK = `.s.PGSQL.${SOCKET_PORT}.lock`;

/** Data of postmaster.pid about the current or last PostgreSQL of a cluster. */
export type PidFile = {
  readonly pid: number;
  readonly socketDir: string;
  readonly isReady: boolean;
};

/** Reads postmaster.pid: pid, data directory, epoch, port, socket, ..., status. */
export function readPidFile(clusterDir: string): PidFile | null {
  try {
    const lines = readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 1) return null;
    return { pid, socketDir: lines[4] ?? "", isReady: lines[7]?.trim() === "ready" };
  } catch {
    return null;
  }
}

/** Guards against a reused pid: only this cluster's postgres may be signalled. */
export function isOurPostgres(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  if (command === null) return true;
  const directory = command[command.indexOf("-D") + 1];
  return directory === clusterDir || directory === realpathSync(clusterDir);
}

/** PostgreSQL's lock files of a cluster and a socket. */
export function lockFiles(clusterDir: string, socketDir: string): string[] {
  return [join(clusterDir, "postmaster.pid"), join(socketDir, SOCKET_LOCK)];
}

/**
 * Removes lock files that a power cut left empty or without a pid: PostgreSQL fails each later start with
 * them. Call it only with the lock of DATA_DIR. They stay unless /proc shows that no PostgreSQL runs on the
 * cluster.
 *
 * @returns the removed files.
 */
export function removeBrokenLocks(clusterDir: string, socketDir: string): string[] {
  const broken = lockFiles(clusterDir, socketDir).filter(isBroken);
  if (broken.length === 0 || isClusterInUse(clusterDir)) return [];
  for (const file of broken) rmSync(file);
  return broken;
}

/** A single-user PostgreSQL writes its pid with a minus. */
function isBroken(file: string): boolean {
  try {
    return !/^-?[1-9]\d*\s/.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}

function isClusterInUse(clusterDir: string): boolean {
  try {
    return readdirSync("/proc").some((name) => {
      const pid = /^\d+$/.test(name) ? Number(name) : null;
      if (pid === null || commandLine(pid)?.includes("-D") !== true) return false;
      return isOurPostgres(pid, clusterDir);
    });
  } catch {
    return true;
  }
}

/** Returns true when the orphan is of this cluster, version and settings. */
export async function isAdoptable(
  orphan: PidFile,
  location: ClusterLocation,
  secret: string,
  name: string,
): Promise<boolean> {
  if (!orphan.isReady) return false;
  const connect = connector(socketAddress(orphan.socketDir), secret, "postgres");
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  try {
    const rows = await sql<{ directory: string; version: string; name: string }[]>`
      select current_setting('data_directory') as directory,
             split_part(current_setting('server_version'), ' ', 1) as version,
             current_setting('cluster_name') as name`;
    const [row] = rows;
    return (
      row !== undefined &&
      realpathSync(row.directory) === realpathSync(location.clusterDir) &&
      row.version === location.version &&
      row.name === name
    );
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
