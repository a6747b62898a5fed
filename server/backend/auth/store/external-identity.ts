import { z } from "zod";
import { jsonObject } from "#server/backend/auth/protocol/read-body.ts";

/** A user's verified identity at a provider. */
export const externalIdentitySchema = z
  .object({
    /** "google", "web3", ... */
    provider: z.string(),
    /** The user's id at the provider. */
    subject: z.string(),
    /** In lower case. */
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    /** Data of the provider for identity_data and user_metadata. */
    claims: jsonObject,
  })
  .readonly();
export type ExternalIdentity = z.infer<typeof externalIdentitySchema>;
