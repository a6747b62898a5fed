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
