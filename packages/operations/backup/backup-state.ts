import type { VerificationResult } from "./scheduler/weekly-verification.ts";

type Alarm = { readonly since: string; readonly reason: string };

/** Details of /readyz under `backups`; times are ISO 8601 in UTC. */
export type BackupState = {
  /** Reason why this server makes no backups, in one sentence; null when it does. */
  readonly missing: string | null;
  /** Its backups contain the own videos. */
  readonly hasMedia: boolean;
  /** Name of the newest backup that every destination has; null before the first one. */
  readonly newest: string | null;
  readonly newestAt: string | null;
  /** Age of the oldest WAL that some destination lacks; null without an archive. */
  readonly logWaitingSeconds: number | null;
  /** Ongoing problems that were reported to the operator. */
  readonly alarms: {
    readonly night?: Alarm | undefined;
    readonly age?: Alarm | undefined;
    readonly proof?: Alarm | undefined;
  };
  /** Result of the last verification; null before the first one. */
  readonly proof: VerificationResult | null;
};
