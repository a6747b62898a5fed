import type { MiddlewareHandler } from "hono";
import { APP_ORIGINS } from "#server/kit/http/app-origins.ts";

/**
 * Lets the phone app read an answer that does not say already who may. For public answers without
 * cookies, asked for by plain GET: there is no preflight.
 */
export function allowNativeApp(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    if (headers.has("access-control-allow-origin")) return;
    headers.append("vary", "Origin");
    const origin = context.req.header("origin");
    if (origin !== undefined && APP_ORIGINS.includes(origin)) {
      headers.set("access-control-allow-origin", origin);
    }
  };
}
