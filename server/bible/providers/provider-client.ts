import {
  createHttpClient,
  type HttpClientOptions,
  OutboundError,
} from "#server/kit/http/http-client.ts";
import { ProviderError } from "#server/bible/provider.ts";
import { HOUR_MS, MINUTE_MS } from "#server/kit/durations.ts";
import type { PeriodCounters } from "#server/state-store/state-store.ts";
import { type CallLimit, createCallQuota } from "./call-quota.ts";

/**
 * Client of one Bible provider: bounded calls with one retry and a circuit breaker, a quota, and one error per
 * status. Errors contain neither URLs nor headers, because those may hold the key.
 */

/** Long chapters with their markup are below 300 kB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** Do not retry a rejected key for every page. */
const REFUSED_REST_MS = 5 * MINUTE_MS;
const NOT_GRANTED_REST_MS = HOUR_MS;

export type ProviderClientOptions = Pick<
  HttpClientOptions,
  "fetch" | "now" | "sleep" | "tuning"
> & {
  /** Name in the counters: letters, digits and dashes. */
  name: string;
  limits: readonly CallLimit[];
  /** Counters shared by all servers on the database. */
  counts: PeriodCounters;
};

/** Dependencies that every provider needs, besides its key. */
export type ProviderDeps = Omit<ProviderClientOptions, "limits" | "name">;

export type ProviderCall<Value> = {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Parses the text of a 200 response. Errors mean an unreadable response. */
  read: (text: string) => Value;
};

export type ProviderClient = {
  /** @throws ProviderError */
  ask<Value>(call: ProviderCall<Value>): Promise<Value>;
};

/** Its circuit breaker and quota live as long as the returned object. */
export function createProviderClient({
  name,
  limits,
  counts,
  ...rest
}: ProviderClientOptions): ProviderClient {
  const client = createHttpClient({ ...rest, maxBytes: MAX_ANSWER_BYTES });
  const quota = createCallQuota({ name, limits, counts, now: rest.now });
  return {
    async ask({ url, headers = {}, read }) {
      try {
        return await client.call({
          url,
          headers,
          beforeAttempt: () => quota.consume(),
          read(reply) {
            throwForStatus(reply.status);
            return readOrThrow(read, new TextDecoder().decode(reply.bytes));
          },
        });
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        throw new ProviderError("unavailable", `${error.fault}: ${error.message}`);
      }
    },
  };
}

function throwForStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  switch (status) {
    case 401:
      throw new ProviderError("unavailable", "the key is refused", { restMs: REFUSED_REST_MS });
    case 403:
      throw new ProviderError("not-granted", "the key is not good for this version", {
        restMs: NOT_GRANTED_REST_MS,
      });
    case 404:
      throw new ProviderError("not-found", "there is no such chapter");
    default:
      throw new OutboundError("bad_answer", `status ${status}`);
  }
}

function readOrThrow<Value>(read: (text: string) => Value, text: string): Value {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new OutboundError("bad_answer", "the answer cannot be read");
  }
}
