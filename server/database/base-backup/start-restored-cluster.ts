import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { give, type ClusterLocation } from "#server/database/embedded/cluster-location.ts";
import { type Connect, connector, socketAddress } from "#server/database/connection.ts";
import { openCluster } from "#server/database/embedded/embedded.ts";
import { EMBEDDED_DATABASE } from "#server/database/open-database.ts";
import { POSTGRES_LOG, stopPostmaster } from "#server/database/embedded/postmaster.ts";
import type { Logger } from "#server/kit/log.ts";
import { HOUR_MS } from "#server/kit/durations.ts";

/** How far a copy goes: the moment of its backup, a moment after it, or all that was archived. */
export type CopyTarget = "backup" | "newest" | Date;

/** A copy of the database that runs beside the server's own. */
export type RunningCopy = {
  readonly connect: Connect;
  /** When the last transaction of the log was made that it has replayed; null where it held none. */
  readonly lastChangeAt: Date | null;
  stop(): Promise<void>;
};

/**
 * Files of a cluster that say what PostgreSQL does when it starts. A backup's own are not used: with them, those
 * who can write to the place of the backups could run programs here. What this server needs is on the command line.
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
 * Starts an unpacked base backup where nobody else looks for it, brings it to the target and makes it a
 * cluster of its own, on a new timeline.
 *
 * @param copy.location with folders of its own; the cluster lies there unpacked.
 * @param copy.walFolder archived segments of the write-ahead log, unpacked; readable by the account.
 * @throws StartError when PostgreSQL does not come up, e.g. because a segment is missing.
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
    // Nothing was written between the target and the end of the archive: its end is that state.
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
    // Nobody reads while it replays, and its limits may be other ones than those of its origin.
    hot_standby: "off",
    ...(target === "backup" ? { recovery_target: "immediate" } : {}),
    ...(target instanceof Date ? { recovery_target_time: momentText(target) } : {}),
  };
}

/** Settings are read before PostgreSQL knows the names of zones, `Z` among them. */
function momentText(moment: Date): string {
  return moment.toISOString().replace("Z", "+00");
}

function isBeyondArchive(error: unknown): boolean {
  return error instanceof Error && error.message.includes("before configured recovery target");
}

/** PostgreSQL itself forgets the moment when it is started once more, for another secret: its log keeps it. */
function readLastChange({ runDir }: ClusterLocation): Date | null {
  const log = readFileSync(join(runDir, POSTGRES_LOG), "utf8");
  const moments = log.matchAll(/last completed transaction was at log time (\S+) (\S+)\+00$/gm);
  const [, day, time] = [...moments].at(-1) ?? [];
  return day === undefined ? null : new Date(`${day}T${time}Z`);
}
