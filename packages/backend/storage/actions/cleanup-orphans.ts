import type { StorageDeps } from "#backend/storage/storage-deps.ts";
import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { purgeExpiredUploads } from "#backend/storage/resumable/resumable-rows.ts";

export type CleanupResult = {
  /** Deleted files that belonged to no row. */
  readonly removedFiles: number;
  /** Rows without a file. The server never creates them, so the disk was restored or damaged. */
  readonly missingFiles: number;
};

export type CleanupDeps = Pick<StorageDeps, "database" | "store" | "staging" | "log" | "now">;

/** Skip recent files: an upload writes the file before its row. */
const GRACE_MS = HOUR_MS;
const BATCH_FILES = 500;

/** Removes staged files that a killed server left on this machine. */
function clearStaging({ staging, now }: CleanupDeps): Promise<void> {
  return staging.clear(now() - GRACE_MS);
}

/**
 * Removes staged files, and stored files that no row refers to. A killed server leaves nothing
 * else, by the order of uploads (store-upload.ts) and removals. Safe during requests.
 */
export async function cleanUpOrphans(deps: CleanupDeps): Promise<CleanupResult> {
  const before = deps.now() - GRACE_MS;
  await clearStaging(deps);
  const found = new Set<string>();
  let removedFiles = 0;
  let batch: string[] = [];
  const removeOrphans = async (): Promise<void> => {
    const orphans = await withoutRow(deps, batch);
    await deps.store.remove(orphans);
    removedFiles += orphans.length;
    batch = [];
  };
  for await (const { version, storedAt } of deps.store.list()) {
    found.add(version);
    if (storedAt < before) batch.push(version);
    if (batch.length === BATCH_FILES) await removeOrphans();
  }
  await removeOrphans();
  const missingFiles = await countMissing(deps, found, before);
  const result = { removedFiles, missingFiles };
  if (missingFiles > 0) deps.log.error({ event: "storage_files_missing", ...result });
  else if (removedFiles > 0) deps.log.info({ event: "storage_swept", ...result });
  return result;
}

async function withoutRow(
  { database }: CleanupDeps,
  versions: readonly string[],
): Promise<string[]> {
  if (versions.length === 0) return [];
  const rows = await database.storage<{ version: string }[]>`
    select version from storage.objects where version = any(${[...versions]})
    union all
    select version from storage.resumable_parts where version = any(${[...versions]})`;
  const known = new Set(rows.map(({ version }) => version));
  return versions.filter((version) => !known.has(version));
}

/** Skips recent rows: their files may be newer than the file list. */
async function countMissing(
  { database }: CleanupDeps,
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

export type OrphanCleanup = {
  /** Starts no further cleanup and waits for the running one. */
  stop(): Promise<void>;
};

/**
 * Cleans up at the start, then daily; checks hourly for expired resumable uploads. One server does
 * so for the whole database. Every server clears its own staging folder.
 */
export function startOrphanCleanup(deps: CleanupDeps): OrphanCleanup {
  const run = async (work: (deps: CleanupDeps) => Promise<unknown>): Promise<void> => {
    try {
      await work(deps);
    } catch (error) {
      // The next cleanup finds the same files.
      deps.log.warn({ event: "storage_sweep_failed", err: error });
    }
  };
  const purge = async (): Promise<void> => {
    if (await deps.database.leads()) await run(purgeExpiredUploads);
  };
  const cleanUpDaily = async (): Promise<void> => {
    await run((await deps.database.leads()) ? cleanUpOrphans : clearStaging);
  };
  let running = purge().then(cleanUpDaily);
  const repeat = (work: () => Promise<void>, everyMs: number): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(work);
    }, everyMs).unref();
  const timers = [repeat(purge, HOUR_MS), repeat(cleanUpDaily, DAY_MS)];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
