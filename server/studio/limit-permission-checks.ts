import type { MiddlewareHandler } from "hono";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import { limitByAddress } from "#server/kit/http/ip-rate-limit.ts";

/** A staff page with a preview makes about five requests; larger bursts would take the database from visitors. */
const CHECKS = { points: 60, seconds: 10 };

/**
 * Limits per IP address the requests whose permission the database checks: previews (`?preview=`) and `/api/studio/*`.
 * Responds 429 with Retry-After beyond the limit.
 */
export function limitPermissionChecks(deps: {
  readonly clientAddress: ClientAddress;
  /** RATE_LIMIT_FACTOR. */
  readonly factor: number;
}): MiddlewareHandler {
  const limit = limitByAddress({ ...CHECKS, ...deps }, { error: "too many requests" });
  return (context, next) => {
    const isChecked =
      context.req.path.startsWith("/api/studio/") || context.req.query("preview") !== undefined;
    return isChecked ? limit(context, next) : next();
  };
}
