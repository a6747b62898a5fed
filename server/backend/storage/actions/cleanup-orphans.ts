import type { StorageDeps } from "#server/backend/storage/storage-deps.ts";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";
import { purgeExpiredUploads } from "#server/backend/storage/resumable/resumable-rows.ts";

/** How rows and files met. */
export type SweepResult = {
  /** Files that belonged to no row and are gone. */
  readonly removedFiles: number;
  /** Rows without a file: never made by this server, so a restored or damaged disk. */
  readonly missingFiles: number;
};

export type SweepDeps = Pick<StorageDeps, "database" | "store" | "staging" | "log" | "now">;

/** An upload that is under way has its file before its row, but never for this long. */
const GRACE_MS = HOUR_MS;
const BATCH_FILES = 500;

/** Removes staged files that a killed server left on this machine. */
export function clearStaging({ staging, now }: SweepDeps): Promise<void> {
  return staging.clear(now() - GRACE_MS);
}

/**
 * Removes what a killed server left behind: staged files, and stored files that no row refers to. The order of an upload (store-upload.ts) and of a removal makes these
 * the only traces there can be. Safe at any time beside running requests (start-sweeping.ts says when).
 */
export async function cleanUpOrphans(parts: SweepDeps): Promise<SweepResult> {
  const before = parts.now() - GRACE_MS;
  await clearStaging(parts);
  const found = new Set<string>();
  let removedFiles = 0;
  let batch: string[] = [];
  const removeOrphans = async (): Promise<void> => {
    const orphans = await withoutRow(parts, batch);
    await parts.store.remove(orphans);
    removedFiles += orphans.length;
    batch = [];
  };
  for await (const { version, storedAt } of parts.store.list()) {
    found.add(version);
    if (storedAt < before) batch.push(version);
    if (batch.length === BATCH_FILES) await removeOrphans();
  }
  await removeOrphans();
  const missingFiles = await countMissing(parts, found, before);
  const result = { removedFiles, missingFiles };
  if (missingFiles > 0) parts.log.error({ event: "storage_files_missing", ...result });
  else if (removedFiles > 0) parts.log.info({ event: "storage_swept", ...result });
  return result;
}

async function withoutRow({ database }: SweepDeps, versions: readonly string[]): Promise<string[]> {
  if (versions.length === 0) return [];
  const rows = await database.storage<{ version: string }[]>`
    select version from storage.objects where version = any(${[...versions]})
    union all
    select version from storage.resumable_parts where version = any(${[...versions]})`;
  const known = new Set(rows.map(({ version }) => version));
  return versions.filter((version) => !known.has(version));
}

/** Rows younger than the list of files may have a file that came after it. */
async function countMissing(
  { database }: SweepDeps,
  found: ReadonlySet<string>,
  before: number,
): Promise<number> {
  let missing = 0;
  const rows = database.storage<{ version: string | null }[]>`
    select version from storage.objects where updated_at < ${new Date(before)}`;
  for await (const batch of rows.cursor(BATCH_FILES)) {
    missing += batch.filter(({ version }) => version === null || !found.has(version)).length;
  }
  return missing;
}

export type Sweeping = {
  /** Starts no further sweep and waits for the one that runs. */
  stop(): Promise<void>;
};

/**
 * Sweeps now, because the last server may have been killed, and then once a day; looks every hour for
 * resumable uploads that were never finished. Of several servers on a database one does so for all; each clears
 * its own disk.
 */
export function startOrphanCleanup(deps: SweepDeps): Sweeping {
  const run = async (work: (deps: SweepDeps) => Promise<unknown>): Promise<void> => {
    try {
      await work(deps);
    } catch (error) {
      // Nothing is lost by it: the next sweep finds the same files.
      deps.log.warn({ event: "storage_sweep_failed", err: error });
    }
  };
  const purge = async (): Promise<void> => {
    if (await deps.database.leads()) await run(purgeExpiredUploads);
  };
  const sweepDay = async (): Promise<void> => {
    await run((await deps.database.leads()) ? cleanUpOrphans : clearStaging);
  };
  let running = purge().then(sweepDay);
  const repeat = (work: () => Promise<void>, everyMs: number): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(work);
    }, everyMs).unref();
  const timers = [repeat(purge, HOUR_MS), repeat(sweepDay, DAY_MS)];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
