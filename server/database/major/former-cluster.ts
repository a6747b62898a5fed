import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { clusterHome } from "#server/database/embedded/cluster-location.ts";
import { walSpool } from "#server/database/base-backup/wal-spool.ts";

const OUTBOX = "wal-outbox";

/** Folder beside the cluster in which the new one is made. */
export function draftFolder(clusterDir: string): string {
  return join(dirname(clusterDir), "major.draft");
}

/** Where a cluster of a former major version stays. */
function keptFolder(clusterDir: string, major: number | string): string {
  return `${clusterDir}.before-postgres-${major}`;
}

/**
 * Puts a new cluster in the place of the one that a former major version made. That one stays, with the
 * write-ahead log that nobody has fetched yet: the new cluster's segments have the same names.
 *
 * @returns where it stays.
 */
export function switchClusters(clusterDir: string, fresh: string, made: number): string {
  const kept = keptFolder(clusterDir, made);
  const outbox = walSpool({ clusterDir });
  rmSync(kept, { recursive: true, force: true });
  if (existsSync(outbox)) renameSync(outbox, join(clusterDir, OUTBOX));
  renameSync(clusterDir, kept);
  renameSync(fresh, clusterDir);
  return kept;
}

/**
 * Undoes a switch of which a kill left half: no cluster in place, and the former one beside. Needs the folder's
 * lock.
 */
export function undoHalfSwitch(dataDir: string): void {
  const clusterDir = join(clusterHome(dataDir), "pg");
  if (existsSync(clusterDir) || !existsSync(draftFolder(clusterDir))) return;
  // Others may be there from years before: the highest version is the one that was in place.
  const kept = readdirSync(dirname(clusterDir))
    .filter((name) => name.startsWith(basename(keptFolder(clusterDir, ""))))
    .toSorted()
    .at(-1);
  if (kept !== undefined) renameSync(join(dirname(clusterDir), kept), clusterDir);
}

/**
 * Puts a former cluster back, for the release that made it. What replaced it stays beside.
 *
 * @param major version that made the former one.
 * @param made version that made the one in its place.
 */
export function returnFormer(clusterDir: string, major: string, made: string): void {
  const former = keptFolder(clusterDir, major);
  if (made === major || !existsSync(former)) return;
  const carried = `${clusterDir}.after-postgres-${made}`;
  rmSync(carried, { recursive: true, force: true });
  renameSync(clusterDir, carried);
  renameSync(former, clusterDir);
  const outbox = walSpool({ clusterDir });
  rmSync(outbox, { recursive: true, force: true });
  if (existsSync(join(clusterDir, OUTBOX))) renameSync(join(clusterDir, OUTBOX), outbox);
}
