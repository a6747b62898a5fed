import type { HealthReport } from "@reign-tv/backend";
import type { BackupState } from "@reign-tv/operations/backup/backup-state.ts";
import type { DiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";

/** Measurements of the embedded backend's database. */
export type DatabaseStats = {
  readonly sizeBytes: number;
  readonly connections: number;
  readonly connectionsMost: number;
  readonly version: string;
  /** Devices that subscribe to push messages. */
  readonly devices: number;
};

/** Input of the health checks. */
export type HealthSnapshot = {
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  readonly report: Pick<HealthReport, "checks" | "components">;
  /** Null if this server makes no backups. */
  readonly backups: BackupState | null;
  readonly isExternal: boolean;
  readonly channels: LiveStatus["channels"];
  /** Quota units of the video platform used today; null without a key. */
  readonly units: { readonly spent: number; readonly most: number } | null;
  readonly hasMailServer: boolean;
  /** Null while it does not respond, and with an external project. */
  readonly database: DatabaseStats | null;
  /** Own videos that are ready, and those whose files are gone; null as `database`. */
  readonly ownVideos: { readonly ready: number; readonly missing: number } | null;
  /** Null if it cannot be measured. */
  readonly disk: (DiskSpace & { readonly perDayBytes: number | null }) | null;
  readonly versions: { readonly product: string; readonly node: string };
};
