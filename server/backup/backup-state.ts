import type { VerificationResult } from "./verification/weekly-verification.ts";

type Alarm = { readonly since: string; readonly reason: string };

/** What the details of /readyz say of backups, under `backups`; moments are ISO 8601 in UTC. */
export type BackupState = {
  /** Why this server makes none, in one sentence; null when it does. */
  readonly missing: string | null;
  /** Name of the newest backup that every place has; null before the first one. */
  readonly newest: string | null;
  /** When it was begun. */
  readonly newestAt: string | null;
  /** Age of the oldest write-ahead log that no place has yet; null where none is kept. */
  readonly logWaitingSeconds: number | null;
  /** What the operator was told of and still lasts. */
  readonly alarms: {
    readonly night?: Alarm | undefined;
    readonly age?: Alarm | undefined;
    readonly proof?: Alarm | undefined;
  };
  /** What came of the last restore into a temporary folder; null before the first one. */
  readonly proof: VerificationResult | null;
};
