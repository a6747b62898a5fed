import * as v from "valibot";
import { failureSchema } from "./failure.ts";

/**
 * Request body of the functions `account-export` and `account-delete`: the password, for
 * reauthentication.
 */
const ownAccountRequestSchema = v.object({ password: v.string() });

export type OwnAccountRequest = v.InferOutput<typeof ownAccountRequestSchema>;

/** Response of `account-export`: a zip file. */
export const exportAnswerSchema = v.custom<Blob>((value) => value instanceof Blob);

/** Response of `account-delete`. */
export const deletionAnswerSchema = v.object({});

/** Error response; the catalogue has a text for each code. */
export const accountErrorSchema = v.object({ ...failureSchema.entries, code: v.string() });

const field = v.nullable(v.string());

/** A row of `profiles`, readable by its user only. */
export const profileSchema = v.object({
  full_name: field,
  username: field,
  bio: field,
  phone: field,
  avatar_url: field,
});

export type Profile = v.InferOutput<typeof profileSchema>;
