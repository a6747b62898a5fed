import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type ClientAddress, IN_PROCESS, limitKey } from "./client-address.ts";

/**
 * Counts one request of a client IP address (IPv6: its /64).
 *
 * @returns seconds to wait; 0 when the request may proceed.
 */
export type IpRateLimit = (address: string) => Promise<number>;

export type IpRateLimitOptions = {
  /** Requests of one IP address within `seconds`. */
  points: number;
  seconds: number;
  /** Multiplies the points (RATE_LIMIT_FACTOR). */
  factor: number;
};

/** Rate limit per client IP address, counted in memory. The server itself is never limited. */
export function createIpRateLimit({ points, seconds, factor }: IpRateLimitOptions): IpRateLimit {
  const limiter = new RateLimiterMemory({
    points: Math.max(1, Math.round(points * factor)),
    duration: seconds,
  });
  return async (address) => {
    if (address === IN_PROCESS) return 0;
    try {
      await limiter.consume(limitKey(address));
      return 0;
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000));
    }
  };
}

/** Responds 429 with Retry-After and a JSON error beyond the limit of an IP address. */
export function limitByAddress(
  options: IpRateLimitOptions & { clientAddress: ClientAddress },
  error: { error: string; detail?: string },
): MiddlewareHandler {
  const limit = createIpRateLimit(options);
  return async (context, next) => {
    const waitS = await limit(options.clientAddress(context));
    if (waitS === 0) return next();
    return context.json(error, 429, { "cache-control": "no-store", "retry-after": String(waitS) });
  };
}
