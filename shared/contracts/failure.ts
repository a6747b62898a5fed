import * as v from "valibot";

/** Body of an answer that is a refusal or a failure: ours and those of our functions. */
export const failureSchema = v.object({
  /** For people who operate the server. */
  error: v.string(),
  /** The stable code by which a function says why. */
  code: v.optional(v.string()),
});
