import * as v from "valibot";

/** Body of error responses of the server and its functions. */
export const failureSchema = v.object({
  /** For operators. */
  error: v.string(),
  /** Stable error code of a function. */
  code: v.optional(v.string()),
});
