import { join } from "node:path";
import { readNote } from "#server/backup/kept-note.ts";
import type { BackupPlace } from "#server/backup/places/backup-place.ts";
import { listBackups } from "#server/backup/shelf/backup-shelf.ts";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";
import { replaceFile } from "#server/kit/files/whole-file.ts";
import { messageOf } from "#server/kit/start-error.ts";
import { type Proof, proofSchema } from "./proof.ts";
import { type ProofOptions, proveBackup } from "./prove-backup.ts";

const FILE_NAME = "backup-proof.json";
const WEEK_MS = 7 * DAY_MS;
/** A proof that failed for a passing reason is tried again the next day. */
const AFTER_FAILURE_MS = DAY_MS;
const AFTER_START_MS = HOUR_MS;

export type ProofNeeds = ProofOptions & {
  readonly places: readonly BackupPlace[];
  readonly now: () => number;
  /** Tells the operator. */
  readonly tell: (proof: Proof) => Promise<void>;
};

export type WeeklyProof = {
  last(): Proof | null;
  /**
   * Proves the newest backup of each place when the last proof is a week old.
   *
   * @throws Error with the reason while the last proof is one that failed.
   */
  look(): Promise<void>;
};

/** Opens what is known of the last proof; it outlives a start. */
export async function openWeeklyProof(needs: ProofNeeds): Promise<WeeklyProof> {
  const { dataDir, now } = needs;
  const path = join(dataDir, FILE_NAME);
  const startedMs = now();
  let last = await readNote(path, proofSchema);
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
        const proof = await proveAll(needs);
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

/** The first failure, else the last success; null while there is no backup. */
async function proveAll(needs: ProofNeeds): Promise<Proof | null> {
  let proof: Proof | null = null;
  for (const place of needs.places) {
    const [backup] = await listBackups(place);
    if (backup === undefined) continue;
    proof = await proveOne(needs, place, backup);
    if (proof.failure !== null) return proof;
  }
  return proof;
}

async function proveOne(needs: ProofNeeds, place: BackupPlace, backup: string): Promise<Proof> {
  const facts = { backup, place: place.label };
  try {
    const rows = await proveBackup(place, backup, needs);
    return { ...facts, rows, failure: null, provenAt: new Date(needs.now()).toISOString() };
  } catch (error) {
    const failure = messageOf(error);
    return { ...facts, rows: 0, failure, provenAt: new Date(needs.now()).toISOString() };
  }
}
