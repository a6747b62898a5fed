import { z } from "zod";
import { join } from "node:path";
import { readStateFile } from "#server/backup/read-state-file.ts";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { listBackups, UnsignedBackupError } from "#server/backup/catalog/backup-catalog.ts";
import { backupTime } from "#server/backup/catalog/backup-manifest.ts";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";
import { replaceFile } from "#server/kit/files/atomic-file.ts";
import { messageOf } from "#server/kit/start-error.ts";
import { type ProofOptions, verifyBackup } from "./verify-backup.ts";

export const proofSchema = z.object({
  backup: z.string(),
  place: z.string(),
  provenAt: z.iso.datetime(),
  /** Null when the backup came back whole; else why not, in one sentence. */
  failure: z.string().nullable(),
  rows: z.number().int(),
});

/** What came of a proof: a backup that was restored into a temporary folder. */
export type VerificationResult = z.infer<typeof proofSchema>;

const FILE_NAME = "backup-proof.json";
const WEEK_MS = 7 * DAY_MS;
/** A proof that failed for a passing reason is tried again the next day. */
const AFTER_FAILURE_MS = DAY_MS;
const AFTER_START_MS = HOUR_MS;

export type ProofNeeds = ProofOptions & {
  readonly places: readonly BackupDestination[];
  readonly now: () => number;
  /** Tells the operator. */
  readonly tell: (proof: VerificationResult) => Promise<void>;
};

export type WeeklyVerification = {
  last(): VerificationResult | null;
  /**
   * Proves the newest backup of each place when the last proof is a week old.
   *
   * @throws Error with the reason while the last proof is one that failed.
   */
  look(): Promise<void>;
};

/** Opens what is known of the last proof; it outlives a start. */
export async function openWeeklyProof(needs: ProofNeeds): Promise<WeeklyVerification> {
  const { dataDir, now } = needs;
  const path = join(dataDir, FILE_NAME);
  const startedMs = now();
  let last = await readStateFile(path, proofSchema);
  const isDue = (): boolean => {
    if (now() - startedMs < AFTER_START_MS) return false;
    if (last === null) return true;
    const pause = last.failure === null ? WEEK_MS : AFTER_FAILURE_MS;
    return now() - Date.parse(last.provenAt) >= pause;
  };
  return {
    last: () => last,
    async look() {
      if (isDue()) {
        const proof = await proveAll(needs, startedMs);
        if (proof !== null) {
          last = proof;
          await replaceFile(path, JSON.stringify(proof));
          await needs.tell(proof);
        }
      }
      const failure = last?.failure ?? null;
      if (failure !== null) throw new Error(failure);
    },
  };
}

/** The first failure, else the last success; null while there is no backup to verify. */
async function proveAll(needs: ProofNeeds, startedMs: number): Promise<VerificationResult | null> {
  let proof: VerificationResult | null = null;
  for (const place of needs.places) {
    const [backup] = await listBackups(place);
    if (backup === undefined) continue;
    const one = await proveOne(needs, place, backup, startedMs);
    if (one !== null) proof = one;
    if (one?.failure) return one;
  }
  return proof;
}

/** Null for an unsigned backup from before this start: an earlier release may have made it, and the next one is signed. */
async function proveOne(
  needs: ProofNeeds,
  place: BackupDestination,
  backup: string,
  startedMs: number,
): Promise<VerificationResult | null> {
  const facts = { backup, place: place.label };
  try {
    const rows = await verifyBackup(place, backup, needs);
    return { ...facts, rows, failure: null, provenAt: new Date(needs.now()).toISOString() };
  } catch (error) {
    const isEarlier = (backupTime(backup) ?? startedMs) < startedMs;
    if (error instanceof UnsignedBackupError && isEarlier) return null;
    const failure = messageOf(error);
    return { ...facts, rows: 0, failure, provenAt: new Date(needs.now()).toISOString() };
  }
}
