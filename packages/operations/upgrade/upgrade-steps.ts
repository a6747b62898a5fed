import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { backupDeps, type BackupSettings } from "#operations/backup/backup-config.ts";
import { listBackups } from "#operations/backup/catalog/backup-catalog.ts";
import { backupTime } from "#operations/backup/catalog/backup-manifest.ts";
import { findBackup, LATEST } from "#operations/backup/catalog/find-backup.ts";
import { makeBackup } from "#operations/backup/make-backup.ts";
import { restoreBackup } from "#operations/backup/restore/restore-backup.ts";
import {
  clusterHome,
  locateCluster,
  clusterMajor,
  acquireServerLock,
  isServerRunning,
  serverStartedMs,
  type ServerLock,
  type EmbeddedDatabase,
  withRunningDatabase,
} from "@reign-tv/backend/operations";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { exportCluster } from "#operations/transfer/export/export-cluster.ts";
import { returnCluster } from "#operations/transfer/import/replaced-cluster.ts";
import { changesForGood, type UpgradeConditions } from "./check-upgrade.ts";
import { type NextRelease, releaseName } from "./next-release.ts";
import { buildRelease, type ReleaseFolderDeps } from "./release-folder.ts";
import { awaitServer, endServer, type RestartTarget } from "./restart-server.ts";
import type { RowTransfer, UpgradeSteps } from "./run-upgrade.ts";

const run = promisify(execFile);
const ATTEMPTS = 40;
const RETRY_DELAY_MS = 500;
const EXPORT_FOLDER = "upgrade-export";

export type UpgradeDeps = ReleaseFolderDeps & {
  readonly settings: BackupSettings;
  /** URL of the server on this machine. */
  readonly url: string;
  /** Longest time from the end of one server to the readiness of the next, in milliseconds. */
  readonly waitMs: number;
  /** Receives progress, one line each. */
  readonly say: (line: string) => void;
};

/** Reads the conditions of an upgrade; changes nothing. */
export async function readConditions(
  next: NextRelease,
  { settings, root }: Pick<UpgradeDeps, "settings" | "root">,
  isBackedUp: boolean,
): Promise<UpgradeConditions> {
  const database = databaseOf(settings);
  const destinations = database === "embedded" ? backupDeps(settings, Date.now).destinations : [];
  const names = (await Promise.all(destinations.map(listBackups))).flat().toSorted();
  const { freeBytes } = await readDiskSpace(root);
  return {
    next,
    database,
    newestBackupMs: backupTime(names.at(-1) ?? ""),
    freeBytes,
    isServerRunning: isServerRunning(settings.dataDir),
    isServerBehind: isServerBehind(settings.dataDir, root),
    isBackedUp,
    nowMs: Date.now(),
  };
}

/** True while a server runs that started before the build in place: an upgrade was killed before the restart. */
function isServerBehind(dataDir: string, root: string): boolean {
  const startedMs = serverStartedMs(dataDir);
  const current = lstatSync(join(root, "dist", "current"), { throwIfNoEntry: false });
  return startedMs !== null && current !== undefined && startedMs < current.mtimeMs;
}

function databaseOf({ isProject, databaseUrl }: BackupSettings): UpgradeConditions["database"] {
  if (isProject) return "project";
  return databaseUrl === null ? "embedded" : "elsewhere";
}

/** Steps of an upgrade to a release that was checked. */
export function upgradeSteps(next: NextRelease, deps: UpgradeDeps): UpgradeSteps {
  const { settings, url, waitMs, say } = deps;
  const target = { dataDir: settings.dataDir, url, waitMs };
  const isEmbedded = databaseOf(settings) === "embedded";
  const isAtRisk = isEmbedded && changesForGood(next);
  const { from, to } = next.postgres;
  const cluster = join(clusterHome(settings.dataDir), "pg");
  const changesPostgres = isEmbedded && from !== to && clusterMajor(cluster) === from;
  return {
    names: { from: releaseName(next.from), to: releaseName(next.to) },
    build: () => buildRelease(next, deps),
    backUp: isAtRisk ? () => backUp(settings) : null,
    transfer: changesPostgres ? transferOf(deps, target) : null,
    restoreTo: isAtRisk ? (momentMs) => revertDatabase(next, momentMs, deps) : null,
    end: () => endServer(target),
    awaitStart: () => awaitServer(target),
    say,
  };
}

function embeddedDatabase({ dataDir, uid, time }: BackupSettings): EmbeddedDatabase {
  return { dataDir, uid, archivesLog: time !== null };
}

async function backUp(settings: BackupSettings): Promise<void> {
  await withRunningDatabase(embeddedDatabase(settings), () =>
    makeBackup(backupDeps(settings, Date.now)),
  );
}

function transferOf({ settings, root }: UpgradeDeps, target: RestartTarget): RowTransfer {
  const { dataDir } = settings;
  const folder = join(dataDir, EXPORT_FOLDER);
  return {
    async exportRows() {
      const { endedMs, lock } = await holdStopped(target);
      try {
        await rm(folder, { recursive: true, force: true });
        const { product } = settings;
        await exportCluster({ ...embeddedDatabase(settings), product }, folder);
      } catch (error) {
        lock.release();
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      return { endedMs, release: () => lock.release() };
    },
    async importRows() {
      const command = join("scripts", "commands", "import.ts");
      try {
        await run(process.execPath, [command, folder, "--to", dataDir], { cwd: root });
      } catch (error) {
        const message = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
        throw new Error(message.trim().split("\n").at(-1) || String(error), { cause: error });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Ends the server and takes its lock at once, before its supervisor restarts it. */
async function holdStopped(
  target: RestartTarget,
): Promise<{ endedMs: number | null; lock: ServerLock }> {
  let endedMs: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    endedMs = (await endServer(target)) ?? endedMs;
    try {
      return { endedMs, lock: acquireServerLock(target.dataDir) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Undoes the new release's changes to the database, with the kept cluster or the backup. */
async function revertDatabase(
  next: NextRelease,
  momentMs: number,
  deps: UpgradeDeps,
): Promise<void> {
  const { dataDir, uid: requestedUid } = deps.settings;
  const { from, to } = next.postgres;
  await betweenStarts(dataDir, async () => {
    if (from === to) return restoreMoment(momentMs, deps);
    const lock = acquireServerLock(dataDir);
    try {
      returnCluster((await locateCluster({ dataDir, requestedUid })).clusterDir, from);
    } finally {
      lock.release();
    }
  });
}

/**
 * Runs work that needs a stopped server. A supervisor keeps starting servers that reject the newer database,
 * so take the lock between them.
 *
 * @throws the error of the work, or an error after 20 seconds without the lock.
 */
async function betweenStarts(dataDir: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isServerRunning(dataDir)) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

/**
 * Restores the embedded database to a point in time, from the newest backup before it.
 *
 * @throws Error in one sentence when it cannot be restored.
 */
async function restoreMoment(momentMs: number, { settings, say }: UpgradeDeps): Promise<void> {
  const { destinations, ...deps } = backupDeps(settings, Date.now);
  const found = await findBackup(destinations, { name: LATEST, at: momentMs, now: Date.now() });
  const [destination] = found.destinations;
  if (destination === undefined) throw new Error("No place has the backup of this upgrade.");
  await restoreBackup({
    ...deps,
    ...found,
    destination,
    migrationsDir: settings.migrationsDir,
    uid: settings.uid,
    log: createLogger("silent"),
    say,
  });
}
