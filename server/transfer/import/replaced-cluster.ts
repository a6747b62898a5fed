import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { walSpool } from "#server/database/base-backup/wal-spool.ts";

const OUTBOX = "wal-outbox";

/** Path of a replaced cluster of an older major version. */
function keptFolder(clusterDir: string, major: string): string {
  return `${clusterDir}.before-postgres-${major}`;
}

/**
 * Replaces a cluster of an older major version. Keeps the old one with its unarchived WAL: segments of the
 * new cluster have the same names.
 *
 * @returns the path of the old cluster.
 */
export function replaceCluster(clusterDir: string, fresh: string, major: string): string {
  const kept = keptFolder(clusterDir, major);
  const outbox = walSpool({ clusterDir });
  rmSync(kept, { recursive: true, force: true });
  if (existsSync(outbox)) renameSync(outbox, join(clusterDir, OUTBOX));
  renameSync(clusterDir, kept);
  renameSync(fresh, clusterDir);
  return kept;
}

/**
 * Restores the cluster of an older major version and keeps the current one next to it. Does nothing when that
 * version's cluster is in place.
 *
 * @param major version that the previous release brings.
 */
export function returnCluster(clusterDir: string, major: string): void {
  const kept = keptFolder(clusterDir, major);
  const versionFile = join(clusterDir, "PG_VERSION");
  const present = existsSync(versionFile) ? readFileSync(versionFile, "utf8").trim() : null;
  if (present === major || !existsSync(kept)) return;
  if (present !== null) {
    const replaced = `${clusterDir}.after-postgres-${present}`;
    rmSync(replaced, { recursive: true, force: true });
    renameSync(clusterDir, replaced);
  }
  renameSync(kept, clusterDir);
  const outbox = walSpool({ clusterDir });
  rmSync(outbox, { recursive: true, force: true });
  if (existsSync(join(clusterDir, OUTBOX))) renameSync(join(clusterDir, OUTBOX), outbox);
}
