import type { Context, MiddlewareHandler } from "hono";
import { createKeyedLimit, type Rate } from "#kit/rate-limit.ts";
import { type ClientAddress, IN_PROCESS } from "./client-address.ts";
import { limitKey } from "./limit-key.ts";

/**
 * Counts one request of a client IP address (IPv6: its /64).
 *
 * @returns seconds to wait; 0 when the request may proceed.
 */
type IpRateLimit = (address: string) => Promise<number>;

/**
 * Rate limit per client IP address, counted in memory. The server itself is never limited.
 *
 * @param options.factor multiplies the points (RATE_LIMIT_FACTOR).
 */
export function createIpRateLimit({ factor, ...rate }: Rate & { factor: number }): IpRateLimit {
  const limit = createKeyedLimit(rate, factor);
  return async (address) =>
    address === IN_PROCESS ? 0 : (await limit.consume(limitKey(address))).retryAfterS;
}

/** Creates the limits of routes. Each call has its own counters. */
export type ClientLimits = {
  /** Returns middleware that responds 429 with Retry-After and a JSON error above the rate. */
  middleware(rate: Rate, error: { error: string; detail?: string }): MiddlewareHandler;
  /**
   * Returns a counter for routes that respond in their own way: it counts a request and returns
   * the seconds to wait, 0 when the request may proceed.
   */
  counter(rate: Rate): (context: Pick<Context, "env" | "req">) => Promise<number>;
};

/** @param deps.factor multiplies the points of all rates (RATE_LIMIT_FACTOR). */
export function createClientLimits({
  clientAddress,
  factor,
}: {
  readonly clientAddress: ClientAddress;
  readonly factor: number;
}): ClientLimits {
  const counter: ClientLimits["counter"] = (rate) => {
    const limit = createIpRateLimit({ ...rate, factor });
    return (context) => limit(clientAddress(context));
  };
  return {
    counter,
    middleware(rate, error) {
      const count = counter(rate);
      return async (context, next) => {
        const waitS = await count(context);
        if (waitS === 0) return next();
        const headers = { "cache-control": "no-store", "retry-after": String(waitS) };
        return context.json(error, 429, headers);
      };
    },
  };
}
