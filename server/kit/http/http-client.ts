import {
  fetchBounded,
  OutboundError,
  OUTBOUND_LIMITS,
} from "#functions/_shared/outbound/bounded-fetch.ts";
import {
  createUpstream,
  UPSTREAM_TUNING,
  type Upstream,
  type UpstreamOptions,
} from "#functions/_shared/outbound/upstream.ts";

/** Why a call brought no usable answer; `fault` says which way, and no message names a key. */
export { OutboundError };
/** One call with its limits and nothing else, for what must not be tried twice. */
export { fetchBounded, OUTBOUND_LIMITS };

/**
 * Calls to one third party: bounded in time and bytes, never redirected, tried once more after a
 * fault that passes, and left alone for a while after five failures in a row.
 */
export type HttpClient = Upstream;

export type HttpClientOptions = UpstreamOptions & {
  /** Longest answer that is read; 5 MiB when nothing is said. */
  readonly maxBytes?: number;
};

/**
 * Makes the client of one third party. It is the functions' own, which have to stay portable and so
 * may import nothing of the server; the rooms of the server have it from here.
 */
export function createHttpClient({ maxBytes, tuning, ...options }: HttpClientOptions): HttpClient {
  const limits = { ...OUTBOUND_LIMITS, maxBytes: maxBytes ?? OUTBOUND_LIMITS.maxBytes };
  return createUpstream({ ...options, tuning: tuning ?? { ...UPSTREAM_TUNING, limits } });
}
