import { fetchBounded, OutboundError, OUTBOUND_LIMITS } from "#kit/outbound/bounded-fetch.ts";
import {
  createUpstream,
  UPSTREAM_TUNING,
  type Upstream,
  type UpstreamOptions,
} from "#kit/outbound/upstream.ts";

/** Error of a call without a usable response; `fault` says the kind. No message holds a key. */
export { OutboundError };
/** A single bounded call, for requests that must not be repeated. */
export { fetchBounded, OUTBOUND_LIMITS };

/**
 * Client of one third party. Bounds time and bytes, never follows redirects, retries once after a transient
 * error, and pauses after five failures in a row.
 */
export type HttpClient = Upstream;

export type HttpClientOptions = UpstreamOptions & {
  /** Longest response that is read; 5 MiB by default. */
  readonly maxBytes?: number;
};

/**
 * Creates the client of one third party. The code belongs to the functions, which must stay portable and
 * import nothing of the server; the server imports it from here.
 */
export function createHttpClient({ maxBytes, tuning, ...options }: HttpClientOptions): HttpClient {
  const limits = { ...OUTBOUND_LIMITS, maxBytes: maxBytes ?? OUTBOUND_LIMITS.maxBytes };
  return createUpstream({ ...options, tuning: tuning ?? { ...UPSTREAM_TUNING, limits } });
}
