import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BackupState } from "#server/backup/backup-state.ts";
import type { BackupNews } from "#server/backup/operator-mail.ts";
import type { BackupDeps } from "#server/backup/make-backup.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { type VerificationResult, openWeeklyProof } from "./weekly-verification.ts";
import { backupTime } from "#server/backup/catalog/backup-manifest.ts";
import { fillPool, type PooledObject, readPool } from "#server/backup/catalog/object-pool.ts";
import {
  connectCluster,
  type RunningCluster,
} from "#server/database/base-backup/connect-cluster.ts";
import { systemIdOf } from "#server/database/base-backup/system-id.ts";
import { oldestWaitingMs, walSpool } from "#server/database/base-backup/wal-spool.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import { messageOf } from "#server/kit/start-error.ts";
import { type Alarms, openAlarms } from "./alarms.ts";
import { createNightlyBackup, type TimeOfDay } from "./nightly-backup.ts";
import { createWalMover } from "./wal-mover.ts";

/** Work that repeats at an interval. */
export type RepeatingTask = {
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
};

/**
 * Runs `work` now and then at an interval; a run that takes longer delays the next one.
 *
 * @param work throws nothing.
 */
export function startRepeatingTask(everyMs: number, work: () => Promise<void>): RepeatingTask {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    await work();
    if (isStopped) return;
    timer = setTimeout(() => {
      running = round();
    }, everyMs);
    timer.unref();
  };
  let running = round();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export type SteadyNeeds = BackupDeps & {
  /** Time of the nightly backup, by this machine's clock. */
  readonly time: TimeOfDay;
  /** Uploaded files are on this disk, and are lost with it. */
  readonly isStoreHere: boolean;
  readonly log: Logger;
  readonly report: ReportFault;
  /** Notifies the operator; resolves with false when that failed. */
  readonly tell: (news: BackupNews) => Promise<boolean>;
  /** Account of an embedded PostgreSQL when this process is root; null chooses one. */
  readonly uid: number | null;
};

export type BackupScheduler = {
  state(): BackupState;
  /** Starts nothing more and waits for running work. */
  stop(): Promise<void>;
};

/** Interval of moving WAL from the spool. */
export const LOG_ROUND_MS = 20_000;
const OBJECT_ROUND_MS = 4 * MINUTE_MS;
const NIGHT_ROUND_MS = MINUTE_MS;
const PROOF_ROUND_MS = 10 * MINUTE_MS;

/**
 * Runs all backup work: WAL and new uploaded files within five minutes, everything once a night, and a
 * verification once a week. A failure is reported as a fault of a component whose name begins with "backup",
 * retried, and mailed when it lasts.
 */
export async function startBackups(needs: SteadyNeeds): Promise<BackupScheduler> {
  const { dataDir } = needs;
  const isOwn = needs.databaseUrl === null;
  const cluster = isOwn ? await connectCluster(dataDir) : null;
  const scratch = join(cluster?.home ?? dataDir, "backup-scratch");
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const systemId = cluster === null ? null : (systemIdOf(cluster.location.clusterDir) ?? "");
  const log =
    cluster === null ? null : openLog(needs, cluster, { scratch, systemId: systemId ?? "" });
  const alarms = await openAlarms(needs);
  const night = createNightlyBackup({ ...needs, alarms, systemId });
  const proof = await openWeeklyProof({ ...needs, tell: (made) => tellProof(made, needs, alarms) });
  const every = (everyMs: number, component: string, work: () => Promise<void>): RepeatingTask =>
    startRepeatingTask(everyMs, watched(needs, component, work));
  const rounds = [
    ...(log === null ? [] : [every(LOG_ROUND_MS, "backup log", () => log.move())]),
    every(NIGHT_ROUND_MS, "backup", () => night.look()),
    every(PROOF_ROUND_MS, "backup proof", () => proof.look()),
    ...(needs.isStoreHere
      ? [every(OBJECT_ROUND_MS, "backup files", objectRound(needs, scratch))]
      : []),
  ];
  return {
    state() {
      const newest = night.newest();
      const atMs = backupTime(newest ?? "");
      return {
        missing: null,
        newest,
        newestAt: atMs === null ? null : new Date(atMs).toISOString(),
        logWaitingSeconds: log?.waitingSeconds() ?? null,
        alarms: alarms.raised(),
        proof: proof.last(),
      };
    },
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
      // WAL that PostgreSQL archives while it stops waits for the next start.
    },
  };
}

/** Mails a success each week, a failure once and then each week while it lasts. */
async function tellProof(
  proof: VerificationResult,
  { tell }: SteadyNeeds,
  alarms: Alarms,
): Promise<void> {
  const news = { kind: "proof", proof } as const;
  if (proof.failure !== null) return alarms.raise("proof", proof.failure, news);
  await alarms.clear("proof");
  await tell(news);
}

/** Moves WAL, and records the age of the oldest waiting file. */
function openLog(
  needs: SteadyNeeds,
  { location }: RunningCluster,
  { scratch, systemId }: { readonly scratch: string; readonly systemId: string },
): { move(): Promise<void>; waitingSeconds(): number } {
  const outbox = walSpool(location);
  const mover = createWalMover({ ...needs, outbox, systemId, scratch });
  let oldestMs: number | null = null;
  return {
    async move() {
      try {
        await mover.move();
      } finally {
        oldestMs = await oldestWaitingMs(location);
      }
    },
    waitingSeconds: () => (oldestMs === null ? 0 : Math.max(0, (needs.now() - oldestMs) / 1_000)),
  };
}

/** Logs the first failure and the first success after it. */
function watched(
  { report, log }: SteadyNeeds,
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
function objectRound({ places, store }: SteadyNeeds, scratch: string): () => Promise<void> {
  const pools = new Map<BackupDestination, Map<string, PooledObject>>();
  return async () => {
    for (const place of places) {
      const pool = pools.get(place) ?? (await readPool(place));
      pools.set(place, pool);
      await fillPool(place, pool, { store, scratch });
    }
  };
}
