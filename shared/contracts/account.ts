import * as v from "valibot";
import { failureSchema } from "./failure.ts";

/** Body for the functions `account-export` and `account-delete`: the password once more. */
export const ownAccountRequestSchema = v.object({ password: v.string() });

export type OwnAccountRequest = v.InferOutput<typeof ownAccountRequestSchema>;

/** Answer of `account-export`: a zip file. */
export const exportAnswerSchema = v.instance(Blob);

/** Answer of `account-delete`: nothing is left to tell. */
export const deletionAnswerSchema = v.object({});

/** Why one of them refuses; its codes have words in the catalogue. */
export const ownAccountRefusalSchema = v.object({ ...failureSchema.entries, code: v.string() });

const field = v.nullable(v.string());

/** What a member tells about themselves, as the backend answers it to them alone: a row of profiles. */
export const profileSchema = v.object({
  full_name: field,
  username: field,
  bio: field,
  phone: field,
  avatar_url: field,
});

export type Profile = v.InferOutput<typeof profileSchema>;
