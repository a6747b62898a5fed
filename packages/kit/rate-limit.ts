import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { isWithin } from "./durations.ts";

/**
 * The server counts requests and calls in three ways. A limit names its numbers where the route or
 * the client that it protects is created.
 *
 * 1. In memory, for this process: this file, and `http/ip-rate-limit.ts` for clients of a route. It
 *    costs nothing but forgets at a restart and counts each server on its own. Used for routes of
 *    the site, image rendering, realtime and calls to the video platform's image host.
 * 2. Shared: `backend/gateway/rate-limits.ts` counts in memory too and exchanges its counts with the
 *    other servers on the database within 200 ms. Routes of the backend name their limit with
 *    `rateLimit("mail")`. A restart forgets these counts.
 * 3. Durable: rows that all servers count in, for attackers who wait and for quotas that cost money.
 *    `backend/auth/store/rate-counters.ts` counts per account, mailbox and number;
 *    `state-store/state-store.ts` counts calls per calendar period for the Bible providers.
 *    Functions of the backend, which also run elsewhere, count in the store of their context.
 *
 * RATE_LIMIT_FACTOR multiplies the limits per client, for audiences that share one IP address.
 * Limits on concurrent work (queues, sockets, connections) are not rates and live with their work.
 */

/** `points` events of one key within `seconds` after its first one. */
export type Rate = { readonly points: number; readonly seconds: number };

/** Counts events by key. */
export type KeyedLimit = {
  /**
   * Counts one event.
   *
   * @returns the count of the key, and the seconds to wait: 0 when the event is within the limit.
   */
  consume(key: string): Promise<{ readonly count: number; readonly retryAfterS: number }>;
  /** Adds events that were counted elsewhere. */
  add(key: string, count: number): void;
};

/** @param factor multiplies the points; at least one event passes. */
export function createKeyedLimit({ points, seconds }: Rate, factor: number): KeyedLimit {
  const limiter = new RateLimiterMemory({
    keyPrefix: "",
    points: Math.max(1, Math.round(points * factor)),
    duration: seconds,
  });
  return {
    async consume(key) {
      try {
        const { consumedPoints } = await limiter.consume(key);
        return { count: consumedPoints, retryAfterS: 0 };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const retryAfterS = Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000));
        return { count: rejection.consumedPoints, retryAfterS };
      }
    },
    add: (key, count) => void limiter.penalty(key, count),
  };
}

/** Counts events of one kind in windows; a window starts at its first event. */
export type CountWindow = {
  /** Counts an event. Returns false above the limit. */
  take(nowMs: number): boolean;
  /** Returns true when the window holds no further event. */
  isSpent(nowMs: number): boolean;
};

export function createCountWindow(limit: number, windowMs: number): CountWindow {
  let count = 0;
  let begunMs = Number.NEGATIVE_INFINITY;
  return {
    take(nowMs) {
      if (!isWithin(windowMs, begunMs, nowMs)) {
        count = 0;
        begunMs = nowMs;
      }
      count += 1;
      return count <= limit;
    },
    isSpent: (nowMs) => isWithin(windowMs, begunMs, nowMs) && count >= limit,
  };
}

/** Counts events against an average rate; bursts within the window pass. */
export type TokenBucket = {
  /** Counts `count` events. Returns false and counts nothing above the rate. */
  take(nowMs: number, count?: number): boolean;
};

/**
 * Creates a bucket that fills evenly and holds the events of a window, at least one.
 *
 * @param perSecond allowed average.
 * @param windowSeconds maximum length of a burst at twice the average.
 */
export function createTokenBucket(perSecond: number, windowSeconds: number): TokenBucket {
  const capacity = Math.max(1, perSecond * windowSeconds);
  let left = capacity;
  let filledAtMs: number | null = null;
  return {
    take(nowMs, count = 1) {
      const passedMs = filledAtMs === null ? 0 : Math.max(0, nowMs - filledAtMs);
      left = Math.min(capacity, left + (passedMs * perSecond) / 1_000);
      filledAtMs = nowMs;
      if (left < count) return false;
      left -= count;
      return true;
    },
  };
}
