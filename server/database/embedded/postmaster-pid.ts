import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { connector, socketAddress } from "#server/database/connection.ts";
import type { ClusterLocation } from "./cluster-location.ts";
import { commandLine, isAlive } from "./process-probe.ts";

/** What postmaster.pid tells about the PostgreSQL that runs, or ran, on a cluster. */
export type PidFile = {
  readonly pid: number;
  readonly socketDir: string;
  readonly isReady: boolean;
};

/** The parts of postmaster.pid that we use: pid, data directory, epoch, port, socket, ..., status. */
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

/** Guards against a pid that another program got since: only our own postgres may be signalled. */
export function isOurPostgres(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  if (command === null) return true;
  const directory = command[command.indexOf("-D") + 1];
  return directory === clusterDir || directory === realpathSync(clusterDir);
}

/** True when the orphan is this cluster, of this version and with these settings. */
export async function answers(
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
