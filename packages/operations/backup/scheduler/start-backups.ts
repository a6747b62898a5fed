import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BackupState } from "#operations/backup/backup-state.ts";
import type { OperatorMessage } from "#operations/backup/operator-mail.ts";
import type { BackupDeps } from "#operations/backup/make-backup.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { type VerificationResult, openWeeklyVerification } from "./weekly-verification.ts";
import { backupTime } from "#operations/backup/catalog/backup-manifest.ts";
import { fillPool, type PooledObject, readPool } from "#operations/backup/catalog/object-pool.ts";
import {
  connectCluster,
  type RunningCluster,
  systemIdOf,
  oldestWaitingMs,
  walSpool,
} from "@reign-tv/backend/operations";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { type Alarms, openAlarms } from "./alarms.ts";
import { createNightlyBackup, type TimeOfDay } from "./nightly-backup.ts";
import { createWalMover } from "./wal-mover.ts";

/** Work that repeats at an interval. */
type RepeatingTask = {
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
};

/**
 * Runs `work` now and then at an interval; a run that takes longer delays the next one.
 *
 * @param work throws nothing.
 */
function startRepeatingTask(everyMs: number, work: () => Promise<void>): RepeatingTask {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    await work();
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, everyMs);
    timer.unref();
  };
  let running = run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export type BackupSchedulerDeps = BackupDeps & {
  /** Folder of the product's migrations. */
  readonly migrationsDir: string;
  /** Time of the nightly backup, by this machine's clock. */
  readonly time: TimeOfDay;
  /** Uploaded files are on this disk, and are lost with it. */
  readonly isStoreLocal: boolean;
  readonly log: Logger;
  readonly report: ReportFault;
  /** Notifies the operator; resolves with false when that failed. */
  readonly notify: (message: OperatorMessage) => Promise<boolean>;
  /** Account of an embedded PostgreSQL when this process is root; null chooses one. */
  readonly uid: number | null;
};

export type BackupScheduler = {
  state(): BackupState;
  /** Starts nothing more and waits for running work. */
  stop(): Promise<void>;
};

/** Interval of moving WAL from the spool. */
export const WAL_INTERVAL_MS = 20_000;
const OBJECT_INTERVAL_MS = 4 * MINUTE_MS;
const NIGHTLY_INTERVAL_MS = MINUTE_MS;
const VERIFICATION_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * Runs all backup work: WAL and new uploaded files within five minutes, everything once a night, and a
 * verification once a week. A failure is reported as a fault of a component whose name begins with "backup",
 * retried, and mailed when it lasts.
 */
export async function startBackups(deps: BackupSchedulerDeps): Promise<BackupScheduler> {
  const { dataDir } = deps;
  const isOwn = deps.databaseUrl === null;
  const cluster = isOwn ? await connectCluster(dataDir) : null;
  const scratch = join(cluster?.home ?? dataDir, "backup-scratch");
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const systemId = cluster === null ? null : (systemIdOf(cluster.location.clusterDir) ?? "");
  const log =
    cluster === null ? null : openLog(deps, cluster, { scratch, systemId: systemId ?? "" });
  const alarms = await openAlarms(deps);
  const nightly = createNightlyBackup({ ...deps, alarms, systemId });
  const verification = await openWeeklyVerification({
    ...deps,
    notify: (made) => mailVerification(made, deps, alarms),
  });
  const every = (everyMs: number, component: string, work: () => Promise<void>): RepeatingTask =>
    startRepeatingTask(everyMs, watched(deps, component, work));
  const tasks = [
    ...(log === null ? [] : [every(WAL_INTERVAL_MS, "backup log", () => log.move())]),
    every(NIGHTLY_INTERVAL_MS, "backup", () => nightly.check()),
    every(VERIFICATION_INTERVAL_MS, "backup proof", () => verification.check()),
    ...(deps.isStoreLocal
      ? [every(OBJECT_INTERVAL_MS, "backup files", createObjectTask(deps, scratch))]
      : []),
  ];
  return {
    state() {
      const newest = nightly.newest();
      const atMs = backupTime(newest ?? "");
      return {
        missing: null,
        hasMedia: deps.media.isIncluded,
        newest,
        newestAt: atMs === null ? null : new Date(atMs).toISOString(),
        logWaitingSeconds: log?.waitingSeconds() ?? null,
        alarms: alarms.raised(),
        proof: verification.last(),
      };
    },
    async stop() {
      await Promise.all(tasks.map((run) => run.stop()));
      // WAL that PostgreSQL archives while it stops waits for the next start.
    },
  };
}

/** Mails a success each week, a failure once and then each week while it lasts. */
async function mailVerification(
  result: VerificationResult,
  { notify }: BackupSchedulerDeps,
  alarms: Alarms,
): Promise<void> {
  const message = { kind: "verification", result } as const;
  if (result.failure !== null) return alarms.raise("proof", result.failure, message);
  await alarms.clear("proof");
  await notify(message);
}

/** Moves WAL, and records the age of the oldest waiting file. */
function openLog(
  deps: BackupSchedulerDeps,
  { location }: RunningCluster,
  { scratch, systemId }: { readonly scratch: string; readonly systemId: string },
): { move(): Promise<void>; waitingSeconds(): number } {
  const spool = walSpool(location);
  const mover = createWalMover({ ...deps, spool, systemId, scratch });
  let oldestMs: number | null = null;
  return {
    async move() {
      try {
        await mover.move();
      } finally {
        oldestMs = await oldestWaitingMs(location);
      }
    },
    waitingSeconds: () => (oldestMs === null ? 0 : Math.max(0, (deps.now() - oldestMs) / 1_000)),
  };
}

/** Logs the first failure and the first success after it. */
function watched(
  { report, log }: BackupSchedulerDeps,
  component: string,
  work: () => Promise<void>,
): () => Promise<void> {
  return async () => {
    try {
      await work();
      report(component, null);
    } catch (error) {
      log.debug({ event: "backup_round_failed", component, err: error });
      report(component, messageOf(error));
    }
  };
}

/** Lists of the destinations are read once: only backups add to them, and they add the same files. */
function createObjectTask(
  { destinations, store }: BackupSchedulerDeps,
  scratch: string,
): () => Promise<void> {
  const pools = new Map<BackupDestination, Map<string, PooledObject>>();
  return async () => {
    for (const destination of destinations) {
      const pool = pools.get(destination) ?? (await readPool(destination));
      pools.set(destination, pool);
      await fillPool(destination, pool, { store, scratch });
    }
  };
}
