import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BackupState } from "#server/backup/backup-state.ts";
import type { BackupNews } from "#server/backup/operator-mail.ts";
import type { BackupDeps } from "#server/backup/make-backup.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import {
  type VerificationResult,
  openWeeklyProof,
} from "#server/backup/verification/weekly-verification.ts";
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
import { type RepeatingTask, startRepeatingTask } from "./repeat.ts";
import { createWalMover } from "./wal-mover.ts";

export type SteadyNeeds = BackupDeps & {
  /** When the night's backup is made, by this machine's clock. */
  readonly time: TimeOfDay;
  /** Uploaded files lie on this disk, and go with it. */
  readonly isStoreHere: boolean;
  readonly log: Logger;
  readonly report: ReportFault;
  /** Tells the operator; false when that failed. */
  readonly tell: (news: BackupNews) => Promise<boolean>;
  /** Account of a PostgreSQL of our own when this process is root; null chooses one. */
  readonly uid: number | null;
};

export type BackupScheduler = {
  state(): BackupState;
  /** Begins nothing more and waits for what runs. */
  stop(): Promise<void>;
};

/** How often the write-ahead log that was laid out is taken away. */
export const LOG_ROUND_MS = 20_000;
const OBJECT_ROUND_MS = 4 * MINUTE_MS;
const NIGHT_ROUND_MS = MINUTE_MS;
const PROOF_ROUND_MS = 10 * MINUTE_MS;

/**
 * Keeps backups by itself: the write-ahead log and new uploaded files within five minutes, everything once a night.
 * Once a week it proves that what it keeps comes back. What fails is a fault of a component whose name begins with
 * "backup", and is tried again; what lasts is told to the operator.
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
      // What PostgreSQL still lays out when it stops waits for the next start.
    },
  };
}

/** A good one is told each week; a bad one once, and again each week while it lasts. */
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

/** Moves the write-ahead log, and knows since when the oldest of it waits. */
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

/** A round that fails is one line when that begins and one when it ends. */
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

/** The places' lists are read once: nobody else adds to them but backups, which add the same files. */
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
