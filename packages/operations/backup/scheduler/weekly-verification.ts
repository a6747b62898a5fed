import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { openChecked, startRestoredCopy } from "#operations/backup/restore/start-restored-copy.ts";
import {
  type BackupManifest,
  OBJECTS_FILE,
  type RecordedRows,
  backupTime,
  isFromFuture,
} from "#operations/backup/catalog/backup-manifest.ts";
import { readPool } from "#operations/backup/catalog/object-pool.ts";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openObjectStore, loadClusterSecret, connectCluster } from "@reign-tv/backend/operations";
import { fetchExport } from "#operations/backup/restore/fetch-export.ts";
import { withoutFiles } from "#operations/backup/restore/restore-rows.ts";
import { importIntoFolder } from "#operations/transfer/import/import-into-folder.ts";
import { checkCopy } from "#operations/backup/restore/verify-copy.ts";
import {
  readTrustedManifest,
  listBackups,
  UnsignedBackupError,
} from "#operations/backup/catalog/backup-catalog.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { readStateFile } from "#operations/backup/read-state-file.ts";
import { DAY_MS, HOUR_MS, isWithin } from "@reign-tv/kit/durations.ts";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";

const objectsSchema = v.array(
  v.object({ version: v.string(), sha256: v.string(), bytes: v.number() }),
);

/** Lists files of the pool that are missing or damaged in the destination, as lines for people. */
async function findMissingObjects(
  destination: BackupDestination,
  record: BackupManifest,
): Promise<string[]> {
  const list = (await openChecked(destination, record, OBJECTS_FILE)).pipe(createGunzip());
  const pool = await readPool(destination);
  return v.parse(objectsSchema, await json(list)).flatMap(({ version, sha256, bytes }) => {
    const kept = pool.get(version);
    const isWhole = kept?.sha256 === sha256 && kept.bytes === bytes;
    return isWhole ? [] : [`the file ${version} is not in ${destination.label}`];
  });
}

/**
 * Loads the rows of a backup into a temporary embedded database, counts them, and deletes it. Does not touch
 * the database at DATABASE_URL.
 *
 * @returns number of loaded rows.
 * @throws Error in one sentence when the backup could not be restored.
 */
async function verifyRows(
  destination: BackupDestination,
  record: BackupManifest & { readonly rows: RecordedRows },
  options: {
    readonly dataDir: string;
    readonly migrationsDir: string;
    readonly passphrase: string | null;
    readonly uid: number | null;
  },
): Promise<number> {
  const work = join(options.dataDir, "proof.draft");
  rmSync(work, { recursive: true, force: true });
  const dataDir = join(work, "server");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const folder = join(work, "export");
    const from = await fetchExport(destination, record, { folder, passphrase: options.passphrase });
    const store = openObjectStore({ dataDir, s3: null });
    const { migrationsDir, uid } = options;
    const target = { dataDir, migrationsDir, store, uid };
    const { rows, notDone } = await importIntoFolder(withoutFiles(from), target);
    const differences = Object.entries(record.rows.tables)
      .filter(([name, count]) => rows[name] !== count)
      .map(([name, count]) => `${name}: ${rows[name] ?? "no"} rows instead of ${count}`);
    const [first] = [
      ...notDone,
      ...differences,
      ...(await findMissingObjects(destination, record)),
    ];
    if (first !== undefined) {
      throw new Error(`The backup ${record.name} is incomplete: ${first}.`);
    }
    return Object.values(rows).reduce((sum, count) => sum + count, 0);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

type VerifyOptions = {
  readonly dataDir: string;
  /** Folder of the product's migrations. */
  readonly migrationsDir: string;
  readonly passphrase: string | null;
  /** Account of an embedded PostgreSQL when this process is root; null chooses one. */
  readonly uid: number | null;
  readonly log: Logger;
};

/**
 * Restores a backup into a temporary folder next to the running database, counts it, and deletes it.
 *
 * @returns number of rows in all tables.
 * @throws Error in one sentence when the backup could not be restored.
 */
export async function verifyBackup(
  destination: BackupDestination,
  backup: string,
  options: VerifyOptions,
): Promise<number> {
  const { dataDir, log } = options;
  const record = await readTrustedManifest(destination, backup, options);
  const { rows: kept } = record;
  if (kept !== null) return verifyRows(destination, { ...record, rows: kept }, options);
  const { location, home } = await connectCluster(dataDir);
  const work = join(home, "proof.draft");
  const secret = await loadClusterSecret(dataDir);
  try {
    const copy = await startRestoredCopy({
      destination,
      record,
      target: "backup",
      location,
      work,
      secret,
      log,
    });
    try {
      const sql = copy.connect("supabase_admin", { max: 1 });
      try {
        const { rows, differences } = await checkCopy(sql, record.database?.tables ?? null);
        const lost = await findMissingObjects(destination, record);
        const [first] = [...differences, ...lost];
        if (first !== undefined) throw new Error(`The backup ${backup} is incomplete: ${first}.`);
        return Object.values(rows).reduce((sum, count) => sum + count, 0);
      } finally {
        await sql.end({ timeout: 1 });
      }
    } finally {
      await copy.stop();
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const verificationSchema = v.object({
  backup: v.string(),
  place: v.string(),
  provenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Null for a complete backup; else the reason, in one sentence. */
  failure: v.nullable(v.string()),
  rows: v.pipe(v.number(), v.safeInteger()),
});

/** Result of restoring a backup into a temporary folder. */
export type VerificationResult = v.InferOutput<typeof verificationSchema>;

const FILE_NAME = "backup-proof.json";
const WEEK_MS = 7 * DAY_MS;
/** A failed verification is retried the next day. */
const AFTER_FAILURE_MS = DAY_MS;
const AFTER_START_MS = HOUR_MS;

/**
 * Returns true an hour after the start, when the last success is a week old or the last failure a day. A
 * verification that a wrong clock dated into the future does not count.
 *
 * @param moment.nowMs milliseconds since the epoch, as all of these.
 * @param moment.lastMs the last verification; null before the first.
 */
export function isVerificationDue(moment: {
  readonly nowMs: number;
  readonly startedMs: number;
  readonly lastMs: number | null;
  readonly hasFailed: boolean;
}): boolean {
  const { nowMs, startedMs, lastMs, hasFailed } = moment;
  if (isWithin(AFTER_START_MS, startedMs, nowMs)) return false;
  return lastMs === null || !isWithin(hasFailed ? AFTER_FAILURE_MS : WEEK_MS, lastMs, nowMs);
}

export type WeeklyVerificationDeps = VerifyOptions & {
  readonly destinations: readonly BackupDestination[];
  readonly now: () => number;
  /** Mails the result to the operator. */
  readonly notify: (result: VerificationResult) => Promise<void>;
};

export type WeeklyVerification = {
  last(): VerificationResult | null;
  /**
   * Verifies the newest backup of each destination when the last verification is a week old.
   *
   * @throws Error with the reason while the last verification has failed.
   */
  check(): Promise<void>;
};

/** Opens the result of the last verification, which outlives a restart. */
export async function openWeeklyVerification(
  deps: WeeklyVerificationDeps,
): Promise<WeeklyVerification> {
  const { dataDir, now } = deps;
  const path = join(dataDir, FILE_NAME);
  const startedMs = now();
  let last = await readStateFile(path, verificationSchema);
  return {
    last: () => last,
    async check() {
      const lastMs = last && Date.parse(last.provenAt);
      const hasFailed = last !== null && last.failure !== null;
      if (isVerificationDue({ nowMs: now(), startedMs, lastMs, hasFailed })) {
        const result = await verifyAll(deps, startedMs);
        if (result !== null) {
          last = result;
          await replaceFile(path, JSON.stringify(result));
          await deps.notify(result);
        }
      }
      const failure = last?.failure ?? null;
      if (failure !== null) throw new Error(failure);
    },
  };
}

/** The first failure, else the last success; null while there is no backup to verify. */
async function verifyAll(
  deps: WeeklyVerificationDeps,
  startedMs: number,
): Promise<VerificationResult | null> {
  let result: VerificationResult | null = null;
  for (const destination of deps.destinations) {
    const names = await listBackups(destination);
    const backup = names.find((name) => !isFromFuture(name, deps.now()));
    if (backup === undefined) continue;
    const one = await verifyOne(deps, destination, backup, startedMs);
    if (one !== null) result = one;
    if (one?.failure) return one;
  }
  return result;
}

/**
 * Returns null for an unsigned backup from before this start: an earlier release may have made it, and the
 * next one is signed.
 */
async function verifyOne(
  deps: WeeklyVerificationDeps,
  destination: BackupDestination,
  backup: string,
  startedMs: number,
): Promise<VerificationResult | null> {
  const result = { backup, place: destination.label };
  try {
    const rows = await verifyBackup(destination, backup, deps);
    return { ...result, rows, failure: null, provenAt: new Date(deps.now()).toISOString() };
  } catch (error) {
    const isEarlier = (backupTime(backup) ?? startedMs) < startedMs;
    if (error instanceof UnsignedBackupError && isEarlier) return null;
    const failure = messageOf(error);
    return { ...result, rows: 0, failure, provenAt: new Date(deps.now()).toISOString() };
  }
}
