import { fetchBounded, OutboundError, OUTBOUND_LIMITS } from "./bounded-fetch.ts";
import type { OutboundLimits, OutboundReply } from "./bounded-fetch.ts";
import { HOUR_MS, isWithin } from "#kit/durations.ts";

/**
 * Client for one third party: one retry with jitter on network errors, 5xx and 429, honours
 * Retry-After, and a circuit breaker: after five failed calls in a row it opens for 30 s, then a
 * single call probes the service.
 */

export type UpstreamTuning = {
  readonly limits: OutboundLimits;
  readonly retryDelayMs: { readonly min: number; readonly max: number };
  readonly failuresToOpen: number;
  readonly openMs: number;
  /** Longest Retry-After to wait for; a longer one ends the call. */
  readonly maxRetryAfterMs: number;
};

export const UPSTREAM_TUNING: UpstreamTuning = {
  limits: OUTBOUND_LIMITS,
  retryDelayMs: { min: 200, max: 600 },
  failuresToOpen: 5,
  openMs: 30_000,
  maxRetryAfterMs: 2_000,
};

const MAX_RETRY_AFTER_MS = HOUR_MS;

export type UpstreamOptions = {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly tuning?: UpstreamTuning;
  /** Replaced in tests. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** 0 to 1. */
  readonly random?: () => number;
};

export type UpstreamCall<T> = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Runs before each attempt, for example to consume quota; an error ends the call. */
  readonly beforeAttempt?: () => Promise<void>;
  /**
   * Converts the reply (any status below 500 except 429) to a value. An OutboundError counts as a
   * failure of the third party; other errors do not.
   */
  readonly read: (reply: OutboundReply) => T;
};

export type Upstream = {
  /** @throws OutboundError, and errors of `beforeAttempt` or `read` */
  call<T>(call: UpstreamCall<T>): Promise<T>;
};

const sleepFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates the client of one third party. The breaker's state lives in the returned object. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { fetch, now, tuning = UPSTREAM_TUNING, sleep = sleepFor, random = Math.random } = options;
  let failures = 0;
  let closed = { sinceMs: 0, forMs: 0 };

  async function attempt<T>(call: UpstreamCall<T>): Promise<OutboundReply> {
    await call.beforeAttempt?.();
    const { url, headers = {} } = call;
    return await fetchBounded({ fetch, url, headers, limits: tuning.limits });
  }

  function pauseAfter(reply: OutboundReply): number {
    const { min, max } = tuning.retryDelayMs;
    return retryAfterMs(reply.headers, now()) ?? min + random() * (max - min);
  }

  async function attemptTwice<T>(call: UpstreamCall<T>): Promise<OutboundReply> {
    const { min, max } = tuning.retryDelayMs;
    try {
      const reply = await attempt(call);
      if (!isFault(reply)) return reply;
      const pauseMs = pauseAfter(reply);
      if (pauseMs > tuning.maxRetryAfterMs) return reply;
      await sleep(pauseMs);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.fault !== "network") throw error;
      await sleep(min + random() * (max - min));
    }
    return await attempt(call);
  }

  function noteFailure(): void {
    failures += 1;
    if (failures >= tuning.failuresToOpen) closeFor(tuning.openMs);
  }

  function isClosed(): boolean {
    return isWithin(closed.forMs, closed.sinceMs, now());
  }

  function closeFor(ms: number): void {
    const nowMs = now();
    const isLonger = isClosed() && closed.sinceMs + closed.forMs > nowMs + ms;
    if (!isLonger) closed = { sinceMs: nowMs, forMs: ms };
  }

  function passGate(): void {
    if (isClosed()) throw new OutboundError("resting", "left alone after failures");
    // Half open: this call probes, others fail until its result is known.
    if (failures >= tuning.failuresToOpen) closeFor(tuning.openMs);
  }

  function readHealthy<T>(call: UpstreamCall<T>, reply: OutboundReply): T {
    let isReadable = true;
    try {
      return call.read(reply);
    } catch (error) {
      isReadable = !(error instanceof OutboundError);
      throw error;
    } finally {
      if (isReadable) {
        failures = 0;
        closed = { sinceMs: 0, forMs: 0 };
      }
    }
  }

  return {
    async call(call) {
      passGate();
      try {
        const reply = await attemptTwice(call);
        if (isFault(reply)) {
          const retryMs = retryAfterMs(reply.headers, now());
          if (retryMs !== null) closeFor(retryMs);
          const fault = reply.status === 429 ? "rate_limited" : "server_error";
          throw new OutboundError(fault, `status ${reply.status}`);
        }
        return readHealthy(call, reply);
      } catch (error) {
        if (error instanceof OutboundError) noteFailure();
        throw error;
      }
    },
  };
}

function isFault(reply: OutboundReply): boolean {
  return reply.status >= 500 || reply.status === 429;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/**
 * Returns Retry-After in milliseconds from now, from seconds or an HTTP date, at most an hour; null
 * if absent.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  const dateMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : dateMs - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null;
}
