import type { Context, Handler } from "hono";
import * as v from "valibot";
import { CACHE } from "./cache-policy.ts";

/** Creates a handler that receives the parsed JSON body; any other body gets 400 with the reasons. */
export function withBody<Body>(
  schema: v.GenericSchema<unknown, Body>,
  respond: (context: Context, body: Body) => Promise<Response>,
): Handler {
  return async (context) => {
    const parsed = v.safeParse(schema, await context.req.json().catch(() => null));
    if (parsed.success) return respond(context, parsed.output);
    const reasons = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ""}: ${issue.message}`);
    return context.json({ error: reasons.join("; ") }, 400, { "cache-control": CACHE.none });
  };
}
