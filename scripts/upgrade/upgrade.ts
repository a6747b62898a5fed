import { setTimeout as sleep } from "node:timers/promises";
import { clusterHome, locateCluster } from "#server/database/embedded/cluster-location.ts";
import { clusterMajor } from "#server/database/embedded/cluster.ts";
import {
  acquireServerLock,
  isServerRunning,
  type ServerLock,
} from "#server/database/embedded/server-lock.ts";
import { exportCluster } from "#server/transfer/export/export-cluster.ts";
import { returnCluster } from "#server/transfer/import/replaced-cluster.ts";
import { backupDeps, knownMigrations } from "#server/backup/backup-config.ts";
import { restoreBackup } from "#server/backup/restore/restore-backup.ts";
import { findBackup, LATEST } from "#server/backup/catalog/find-backup.ts";
import { createLogger } from "#server/kit/log.ts";
import { type Config, parseConfig } from "#server/settings/config.ts";
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { type CheckResult, resultLines } from "#scripts/doctor/check-result.ts";
import { runCommand } from "#scripts/commands/run-command.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { withRunningDatabase } from "#server/backup/with-running-database.ts";
import { backupTime } from "#server/backup/catalog/backup-manifest.ts";
import { listBackups } from "#server/backup/catalog/backup-catalog.ts";
import { addressOf } from "#server/http/http-server.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";
import { readDiskSpace } from "#server/kit/files/disk-space.ts";
import { changesForGood, checkUpgrade, type UpgradeConditions } from "./check-upgrade.ts";
import { type Git, gitAt } from "./git.ts";
import { type NextRelease, readNextRelease, releaseName } from "./next-release.ts";
import { buildRelease } from "./release-folder.ts";
import { awaitServer, endServer, type RestartTarget } from "./restart-server.ts";
import { type RowTransfer, runUpgrade, type UpgradeSteps } from "./run-upgrade.ts";

const run = promisify(execFile);
const ATTEMPTS = 40;
const RETRY_DELAY_MS = 500;

/**
 * Runs work that needs a stopped server. A supervisor keeps starting servers that reject the newer database,
 * so take the lock between them.
 *
 * @throws the error of the work, or an error after 20 seconds without the lock.
 */
export async function betweenStarts(dataDir: string, work: () => Promise<void>): Promise<void> {
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
export async function restoreMoment(
  config: Config,
  momentMs: number,
  say: (line: string) => void,
): Promise<void> {
  const { destinations, ...deps } = backupDeps(config, Date.now);
  const found = await findBackup(destinations, { name: LATEST, at: momentMs, now: Date.now() });
  const [destination] = found.destinations;
  if (destination === undefined) throw new Error("No place has the backup of this upgrade.");
  await restoreBackup({
    ...deps,
    ...found,
    destination,
    migrations: knownMigrations(),
    uid: config.POSTGRES_UID ?? null,
    log: createLogger("silent"),
    say,
  });
}

const START_LIMIT_MS = MINUTE_MS;
const EXPORT_FOLDER = "upgrade-export";

/**
 * Upgrades next to the running server, with its variables and account:
 *
 *   npm run upgrade -- --check      prints the effects and the reasons against it; changes nothing
 *   npm run upgrade                 the newest release of the branch that is checked out
 *   npm run upgrade -- v1.2.0       that release
 *   --wait 120                      seconds until a release that is not ready has failed (60)
 *   --backed-up                     the database at DATABASE_URL has its own backup
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: {
      check: { type: "boolean", default: false },
      "backed-up": { type: "boolean", default: false },
      wait: { type: "string" },
    },
    allowPositionals: true,
  });
  const root = process.cwd();
  const git = gitAt(root);
  const config = parseConfig(process.env);
  const next = await readNextRelease(git, positionals[0] ?? null);
  const waitMs = readWait(values.wait);
  const conditions = await readConditions(config, next, { root, isBackedUp: values["backed-up"] });
  const results = checkUpgrade(conditions);
  for (const result of results) console.log(resultLines(result));
  if (hasProblem(results)) throw new Error("Nothing was changed: see what is a problem above.");
  if (values.check || next.from.commit === next.to.commit) return;
  await runUpgrade(stepsOf(config, next, { root, git, waitMs }));
}

/** Longest time, in milliseconds, until the new release has to be ready. */
export function readWait(given: string | undefined): number {
  if (given === undefined) return START_LIMIT_MS;
  const waitMs = Number(given) * 1_000;
  if (waitMs > 0) return waitMs;
  throw new Error(`--wait takes seconds, not "${given}".`);
}

function hasProblem(results: readonly CheckResult[]): boolean {
  return results.some(({ status }) => status === "problem");
}

function databaseOf(config: Config): UpgradeConditions["database"] {
  if (config.SUPABASE_URL !== undefined) return "project";
  return config.DATABASE_URL === undefined ? "embedded" : "elsewhere";
}

async function readConditions(
  config: Config,
  next: NextRelease,
  { root, isBackedUp }: { readonly root: string; readonly isBackedUp: boolean },
): Promise<UpgradeConditions> {
  const database = databaseOf(config);
  const destinations = database === "embedded" ? backupDeps(config, Date.now).destinations : [];
  const names = (await Promise.all(destinations.map(listBackups))).flat().toSorted();
  const { freeBytes } = await readDiskSpace(root);
  return {
    next,
    database,
    newestBackupMs: backupTime(names.at(-1) ?? ""),
    freeBytes,
    isServerRunning: isServerRunning(resolve(config.DATA_DIR)),
    isBackedUp,
    nowMs: Date.now(),
  };
}

function stepsOf(
  config: Config,
  next: NextRelease,
  { root, git, waitMs }: { readonly root: string; readonly git: Git; readonly waitMs: number },
): UpgradeSteps {
  const deps = { dataDir: resolve(config.DATA_DIR), url: ownUrl(config), waitMs };
  const isEmbedded = databaseOf(config) === "embedded";
  const isAtRisk = isEmbedded && changesForGood(next);
  const { from, to } = next.postgres;
  const cluster = join(clusterHome(deps.dataDir), "pg");
  const changesPostgres = isEmbedded && from !== to && clusterMajor(cluster) === from;
  const say = (line: string): void => console.log(line);
  return {
    names: { from: releaseName(next.from), to: releaseName(next.to) },
    build: () => buildRelease(root, git, next),
    backUp: isAtRisk
      ? () =>
          withRunningDatabase(
            config,
            async () => void (await makeBackup(backupDeps(config, Date.now))),
          )
      : null,
    transfer: changesPostgres ? transferOf(config, deps, root) : null,
    restoreTo: isAtRisk ? (momentMs) => revertDatabase(config, next, momentMs) : null,
    end: () => endServer(deps),
    awaitStart: () => awaitServer(deps),
    say,
  };
}

function transferOf(config: Config, deps: RestartTarget, root: string): RowTransfer {
  const { dataDir } = deps;
  const folder = join(dataDir, EXPORT_FOLDER);
  return {
    async exportRows() {
      const { endedMs, lock } = await holdStopped(deps);
      try {
        await rm(folder, { recursive: true, force: true });
        await exportCluster(config, folder);
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
  deps: RestartTarget,
): Promise<{ endedMs: number | null; lock: ServerLock }> {
  let endedMs: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    endedMs = (await endServer(deps)) ?? endedMs;
    try {
      return { endedMs, lock: acquireServerLock(deps.dataDir) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Undoes the new release's changes to the database, with the kept cluster or the backup. */
async function revertDatabase(config: Config, next: NextRelease, momentMs: number): Promise<void> {
  const dataDir = resolve(config.DATA_DIR);
  const { from, to } = next.postgres;
  await betweenStarts(dataDir, async () => {
    if (from === to) return restoreMoment(config, momentMs, (line) => console.log(line));
    const lock = acquireServerLock(dataDir);
    try {
      const requestedUid = config.POSTGRES_UID ?? null;
      returnCluster((await locateCluster({ dataDir, requestedUid })).clusterDir, from);
    } finally {
      lock.release();
    }
  });
}

/** URL of the server on this machine. */
function ownUrl({ HOST, PORT }: Config): string {
  return addressOf(HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST, PORT);
}

if (import.meta.main) await runCommand(main);
