import { z } from "zod";
import { jsonObject } from "#server/backend/auth/protocol/read-body.ts";

/** Who somebody is elsewhere, as a provider has proved it. */
export const externalPersonSchema = z
  .object({
    /** Name of the provider, e.g. "google" or "web3". */
    provider: z.string(),
    /** The account's id there. */
    subject: z.string(),
    /** In lower case; null for none. */
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    /** What the provider tells, for identity_data and user_metadata. */
    claims: jsonObject,
  })
  .readonly();
export type ExternalIdentity = z.infer<typeof externalPersonSchema>;
