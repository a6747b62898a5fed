import { z } from "zod";

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
