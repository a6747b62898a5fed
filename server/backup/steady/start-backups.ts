import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BackupNeeds, makeBackup } from "#server/backup/make-backup.ts";
import { backupTime } from "#server/backup/shelf/backup-record.ts";
import { listBackups } from "#server/backup/shelf/backup-shelf.ts";
import { fillPool, type PooledObject, readPool } from "#server/backup/shelf/object-pool.ts";
import { pruneBackups } from "#server/backup/shelf/prune-backups.ts";
import type { BackupPlace } from "#server/backup/places/backup-place.ts";
import { reachCluster } from "#server/database/copies/reach-cluster.ts";
import { systemIdOf } from "#server/database/copies/system-id.ts";
import { walOutbox } from "#server/database/copies/wal-outbox.ts";
import { HOUR_MS, MINUTE_MS } from "#server/kit/durations.ts";
import type { FaultReport } from "#server/kit/faults.ts";
import type { Logger } from "#server/kit/log.ts";
import { isBackupDue, type TimeOfDay } from "./nightly.domain.ts";
import { startRounds } from "./rounds.ts";
import { openWeeklyProof, type Proof } from "#server/backup/proof/weekly-proof.ts";
import { createWalMover } from "./wal-mover.ts";

export type SteadyNeeds = BackupNeeds & {
  /** When the night's backup is made, by this machine's clock. */
  readonly time: TimeOfDay;
  /** Uploaded files lie on this disk, and go with it. */
  readonly isStoreHere: boolean;
  readonly log: Logger;
  readonly report: FaultReport;
  /** Tells the operator what came of a proof. */
  readonly tell: (proof: Proof) => Promise<void>;
};

/** What the details of /readyz say of backups. */
export type BackupState = {
  /** Name of the newest backup that every place has; null before the first one. */
  readonly newest: string | null;
  /** What came of the last restore into a temporary folder; null before the first one. */
  readonly proof: Proof | null;
};

export type SteadyBackups = {
  state(): BackupState;
  /** Begins nothing more and waits for what runs. */
  stop(): Promise<void>;
};

const LOG_ROUND_MS = 20_000;
const OBJECT_ROUND_MS = 4 * MINUTE_MS;
const NIGHT_ROUND_MS = MINUTE_MS;
const PROOF_ROUND_MS = 10 * MINUTE_MS;
const RETRY_MS = HOUR_MS;

/**
 * Keeps backups by itself: the write-ahead log and new uploaded files within five minutes, everything once a night.
 * Once a week it proves that what it keeps comes back. What fails is a fault of a component whose name begins with
 * "backup", and is tried again.
 */
export async function startBackups(needs: SteadyNeeds): Promise<SteadyBackups> {
  const { location, home } = await reachCluster(needs.dataDir);
  const scratch = join(home, "backup-scratch");
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const mover = createWalMover({
    ...needs,
    outbox: walOutbox(location),
    systemId: systemIdOf(location.clusterDir) ?? "",
    scratch,
  });
  const night = createNight(needs);
  const proof = await openWeeklyProof(needs);
  const rounds = [
    startRounds(
      LOG_ROUND_MS,
      watched(needs, "backup log", () => mover.move()),
    ),
    startRounds(
      NIGHT_ROUND_MS,
      watched(needs, "backup", () => night.look()),
    ),
    startRounds(
      PROOF_ROUND_MS,
      watched(needs, "backup proof", () => proof.look()),
    ),
    ...(needs.isStoreHere
      ? [startRounds(OBJECT_ROUND_MS, watched(needs, "backup files", objectRound(needs, scratch)))]
      : []),
  ];
  return {
    state: () => ({ newest: night.newest(), proof: proof.last() }),
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
      // What PostgreSQL still lays out when it stops waits for the next start.
    },
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
      report(component, error instanceof Error ? error.message : String(error));
    }
  };
}

/** The places' lists are read once: nobody else adds to them but backups, which add the same files. */
function objectRound({ places, store }: SteadyNeeds, scratch: string): () => Promise<void> {
  const pools = new Map<BackupPlace, Map<string, PooledObject>>();
  return async () => {
    for (const place of places) {
      const pool = pools.get(place) ?? (await readPool(place));
      pools.set(place, pool);
      await fillPool(place, pool, { store, scratch });
    }
  };
}

/** The backup of the night, tried again after an hour when it fails. */
function createNight(needs: SteadyNeeds): { look(): Promise<void>; newest(): string | null } {
  const { places, now, log, time } = needs;
  const startedMs = now();
  let newest: string | null | undefined;
  let notBeforeMs = 0;
  let failure: Error | null = null;
  const isDue = (): boolean =>
    isBackupDue({ nowMs: now(), startedMs, newestMs: backupTime(newest ?? "") }, time);

  async function run(): Promise<void> {
    notBeforeMs = now() + RETRY_MS;
    const { name, finishedAt } = await makeBackup(needs);
    newest = name;
    for (const place of places) await pruneBackups(place, now());
    log.info({ event: "backup_made", name, finishedAt });
  }
  return {
    newest: () => newest ?? null,
    async look() {
      newest ??= await newestOf(places);
      if (isDue() && now() >= notBeforeMs) {
        // An operator may have made one meanwhile.
        newest = await newestOf(places);
        if (isDue()) failure = await run().then(() => null, asError);
      }
      if (failure !== null) throw failure;
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The newest backup that every place has. */
async function newestOf(places: readonly BackupPlace[]): Promise<string | null> {
  const newest = await Promise.all(places.map(async (place) => (await listBackups(place))[0]));
  const names = newest.flatMap((name) => (name === undefined ? [] : [name]));
  return names.length < places.length ? null : (names.toSorted()[0] ?? null);
}
