import type { MiddlewareHandler } from "hono";
import { APP_ORIGINS } from "@reign-tv/kit/http/app-origins.ts";

/**
 * Lets the native app read responses that set no CORS header themselves. For public GET responses without
 * cookies, which need no preflight.
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
