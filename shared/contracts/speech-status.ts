import * as v from "valibot";

/** Answer to `status`. To everything else the function answers with audio/mpeg. */
export const speechStatusSchema = v.object({ available: v.boolean() });
