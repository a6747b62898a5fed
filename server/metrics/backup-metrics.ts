import type { BackupState } from "#server/backup/backup-state.ts";
import type { Metrics } from "#server/kit/metrics.ts";

/** What the figures of backups are read from. */
export type BackupMoments = Pick<BackupState, "newestAt" | "logWaitingSeconds">;

/**
 * Names the figures of backups.
 *
 * @param read null while nobody knows, or with a project elsewhere.
 * @param now milliseconds since the epoch.
 */
export function nameBackupFigures(
  metrics: Metrics,
  read: () => BackupMoments | null,
  now: () => number,
): void {
  metrics.gauge(
    "backup_age_seconds",
    "Since the newest backup was begun; absent before the first one.",
    () => {
      const newestAt = read()?.newestAt ?? null;
      return newestAt === null ? null : Math.max(0, (now() - Date.parse(newestAt)) / 1_000);
    },
  );
  metrics.gauge(
    "wal_archive_lag",
    "Seconds that the oldest write-ahead log waits for a place; absent where none is kept.",
    () => read()?.logWaitingSeconds ?? null,
  );
}
