import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { walSpool } from "@reign-tv/backend/operations";

const SPOOL_FOLDER = "wal-outbox";

/** Path of a replaced cluster of an older major version. */
function previousFolder(clusterDir: string, major: string): string {
  return `${clusterDir}.before-postgres-${major}`;
}

/**
 * Replaces a cluster of an older major version. Keeps the old one with its unarchived WAL: segments of the
 * new cluster have the same names.
 *
 * @returns the path of the old cluster.
 */
export function replaceCluster(clusterDir: string, replacement: string, major: string): string {
  const previous = previousFolder(clusterDir, major);
  const spool = walSpool({ clusterDir });
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(spool)) renameSync(spool, join(clusterDir, SPOOL_FOLDER));
  renameSync(clusterDir, previous);
  renameSync(replacement, clusterDir);
  return previous;
}

/**
 * Restores the cluster of an older major version and keeps the current one next to it. Does nothing when that
 * version's cluster is in place.
 *
 * @param major version that the previous release brings.
 */
export function returnCluster(clusterDir: string, major: string): void {
  const previous = previousFolder(clusterDir, major);
  const versionFile = join(clusterDir, "PG_VERSION");
  const present = existsSync(versionFile) ? readFileSync(versionFile, "utf8").trim() : null;
  if (present === major || !existsSync(previous)) return;
  if (present !== null) {
    const replaced = `${clusterDir}.after-postgres-${present}`;
    rmSync(replaced, { recursive: true, force: true });
    renameSync(clusterDir, replaced);
  }
  renameSync(previous, clusterDir);
  const spool = walSpool({ clusterDir });
  rmSync(spool, { recursive: true, force: true });
  if (existsSync(join(clusterDir, SPOOL_FOLDER))) renameSync(join(clusterDir, SPOOL_FOLDER), spool);
}
