import type { MiddlewareHandler } from "hono";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import { limitByAddress } from "#server/kit/http/ip-rate-limit.ts";

/** A staff member's page with a preview asks about five times; a burst of more would take the database from visitors. */
const CHECKS = { points: 60, seconds: 10 };

/**
 * Limits, for each address, the requests whose permission the database has to check: previews by link
 * (`?preview=`) and `/api/studio/*`. What is beyond gets 429 with Retry-After.
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
