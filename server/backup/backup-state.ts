import { z } from "zod";
import { proofSchema } from "./proof/proof.ts";

const alarmSchema = z.object({ since: z.iso.datetime(), reason: z.string() });

/** What the details of /readyz say of backups, under `backups`. */
export const backupStateSchema = z.object({
  /** Why this server makes none, in one sentence; null when it does. */
  missing: z.string().nullable(),
  /** Name of the newest backup that every place has; null before the first one. */
  newest: z.string().nullable(),
  /** When it was begun. */
  newestAt: z.iso.datetime().nullable(),
  /** Age of the oldest write-ahead log that no place has yet; null where none is kept. */
  logWaitingSeconds: z.number().nullable(),
  /** What the operator was told of and still lasts. */
  alarms: z.object({
    night: alarmSchema.optional(),
    age: alarmSchema.optional(),
    proof: alarmSchema.optional(),
  }),
  /** What came of the last restore into a temporary folder; null before the first one. */
  proof: proofSchema.nullable(),
});
export type BackupState = z.infer<typeof backupStateSchema>;
