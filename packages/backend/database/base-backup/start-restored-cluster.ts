import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { give, type ClusterLocation } from "#backend/database/embedded/cluster-location.ts";
import { type Connect, connector, socketAddress } from "#backend/database/connection.ts";
import { openCluster } from "#backend/database/embedded/embedded.ts";
import { EMBEDDED_DATABASE } from "#backend/database/open-database.ts";
import { POSTGRES_LOG, stopPostmaster } from "#backend/database/embedded/postmaster.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";

/** End of the recovery: the time of the backup, a later time, or the end of the archive. */
export type CopyTarget = "backup" | "newest" | Date;

/** A restored database that runs next to the server's own. */
export type RunningCopy = {
  readonly connect: Connect;
  /** Time of the last replayed transaction; null when there was none. */
  readonly lastChangeAt: Date | null;
  stop(): Promise<void>;
};

/**
 * Configuration files of a cluster. A backup's own are replaced: with them, anyone who can write to the
 * destination could run programs here. The server's settings are on the command line.
 */
const CONFIGURATION: Readonly<Record<string, string>> = {
  "postgresql.conf": "default_text_search_config = 'pg_catalog.english'\n",
  "postgresql.auto.conf": "",
  "pg_hba.conf": "local all all scram-sha-256\nlocal replication all scram-sha-256\n",
  "pg_ident.conf": "",
  "recovery.signal": "",
};

/** Replaying a day of a large database takes its time. */
const RECOVERY_LIMIT_MS = HOUR_MS;

/**
 * Starts an unpacked base backup on its own socket, recovers it to the target and makes it a cluster of its
 * own, on a new timeline.
 *
 * @param copy.location with its own folders; the cluster is unpacked there.
 * @param copy.walFolder decompressed segments of the archive; readable by the account.
 * @throws StartError when PostgreSQL does not start, e.g. because a segment is missing.
 */
export async function startCopy(copy: {
  readonly location: ClusterLocation;
  readonly walFolder: string;
  readonly target: CopyTarget;
  readonly secret: string;
  readonly log: Logger;
}): Promise<RunningCopy> {
  const { location, secret, log } = copy;
  for (const [name, text] of Object.entries(CONFIGURATION)) {
    const path = join(location.clusterDir, name);
    writeFileSync(path, text, { mode: 0o600 });
    give(path, location.account);
  }
  rmSync(join(location.clusterDir, "standby.signal"), { force: true });
  const start = (target: CopyTarget) =>
    openCluster(location, {
      dataDir: location.clusterDir,
      secret,
      log,
      startLimitMs: RECOVERY_LIMIT_MS,
      extraSettings: { ...recoverySettings(copy.walFolder, target) },
    });
  const { pid, socketDir } = await start(copy.target).catch((error: unknown) => {
    // Nothing was written between the target and the end of the archive: that end is the target's state.
    if (copy.target instanceof Date && isBeyondArchive(error)) return start("newest");
    throw error;
  });
  return {
    connect: connector(socketAddress(socketDir), secret, EMBEDDED_DATABASE),
    lastChangeAt: readLastChange(location),
    stop: () => stopPostmaster(pid),
  };
}

function recoverySettings(walFolder: string, target: CopyTarget): Record<string, string> {
  const folder = `'${walFolder.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`;
  return {
    restore_command: `cp ${folder}/%f "%p" 2>/dev/null`,
    recovery_target_action: "promote",
    // No client reads during the replay, and the limits may differ from those of the origin.
    hot_standby: "off",
    ...(target === "backup" ? { recovery_target: "immediate" } : {}),
    ...(target instanceof Date ? { recovery_target_time: timeText(target) } : {}),
  };
}

/** Settings are parsed before PostgreSQL loads the names of time zones, `Z` among them. */
function timeText(moment: Date): string {
  return moment.toISOString().replace("Z", "+00");
}

function isBeyondArchive(error: unknown): boolean {
  return error instanceof Error && error.message.includes("before configured recovery target");
}

/** Read from the log: PostgreSQL forgets the time when it starts again with another secret. */
function readLastChange({ runDir }: ClusterLocation): Date | null {
  const log = readFileSync(join(runDir, POSTGRES_LOG), "utf8");
  const moments = log.matchAll(/last completed transaction was at log time (\S+) (\S+)\+00$/gm);
  const [, day, time] = [...moments].at(-1) ?? [];
  return day === undefined ? null : new Date(`${day}T${time}Z`);
}
