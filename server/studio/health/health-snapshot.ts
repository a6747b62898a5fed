import type { HealthReport } from "#server/backend/health.ts";
import type { BackupState } from "#server/backup/backup-state.ts";
import type { DiskSpace } from "#server/kit/files/disk-space.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";

/** The database of our own, measured. */
export type DatabaseFacts = {
  readonly sizeBytes: number;
  readonly connections: number;
  readonly connectionsMost: number;
  readonly version: string;
  /** Devices that asked for reminders. */
  readonly devices: number;
};

/** What the lights are made of. */
export type HealthSnapshot = {
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  readonly report: Pick<HealthReport, "checks" | "components">;
  /** Null where nobody of this server makes any. */
  readonly backups: BackupState | null;
  readonly isElsewhere: boolean;
  readonly channels: LiveStatus["channels"];
  /** Units of the video platform on its day; null without a key. */
  readonly units: { readonly spent: number; readonly most: number } | null;
  readonly hasMailServer: boolean;
  /** Null while it does not answer, and with a project elsewhere. */
  readonly database: DatabaseFacts | null;
  /** Null where it cannot be measured. */
  readonly disk: (DiskSpace & { readonly perDayBytes: number | null }) | null;
  readonly versions: { readonly product: string; readonly node: string };
};
