import * as v from "valibot";

/** Answer of `GET /api/push`: the key by which the site signs its messages. */
export const pushKeySchema = v.object({ publicKey: v.string() });
