import {
  createHttpClient,
  type HttpClientOptions,
  OutboundError,
} from "#server/kit/http/http-client.ts";
import { ProviderError } from "#server/bible/provider.ts";
import { HOUR_MS, MINUTE_MS } from "#server/kit/durations.ts";
import type { PeriodCounters } from "#server/state-store/state-store.ts";
import { type CallLimit, createCallBudget } from "./call-quota.ts";

/**
 * The way to one provider of Scripture: bounded calls with one retry and a breaker, a budget,
 * and one meaning for each status. Neither addresses nor headers, which may hold the key, get into an
 * error.
 */

/** Long chapters with their markup are below 300 kB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** A key that is refused, or not good for a version, is not tried again at each page. */
const REFUSED_REST_MS = 5 * MINUTE_MS;
const NOT_GRANTED_REST_MS = HOUR_MS;

export type ProviderClientOptions = Pick<
  HttpClientOptions,
  "fetch" | "now" | "sleep" | "tuning"
> & {
  /** Under which its calls are counted: letters, digits and dashes. */
  name: string;
  limits: readonly CallLimit[];
  /** What all servers on one database count together. */
  counts: PeriodCounters;
};

/** What every provider needs besides its key. */
export type ProviderDeps = Omit<ProviderClientOptions, "limits" | "name">;

export type ProviderCall<Value> = {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Turns the text of an answer 200 into a value; what it throws means that nobody can read it. */
  read: (text: string) => Value;
};

export type ProviderClient = {
  /** @throws ProviderError */
  ask<Value>(call: ProviderCall<Value>): Promise<Value>;
};

/** Opens the way to one provider; its breaker and its budget live as long as the returned object. */
export function createProviderClient({
  name,
  limits,
  counts,
  ...rest
}: ProviderClientOptions): ProviderClient {
  const client = createHttpClient({ ...rest, maxBytes: MAX_ANSWER_BYTES });
  const budget = createCallBudget({ name, limits, counts, now: rest.now });
  return {
    async ask({ url, headers = {}, read }) {
      try {
        return await client.call({
          url,
          headers,
          beforeAttempt: () => budget.spend(),
          read(reply) {
            refuse(reply.status);
            return readOrRefuse(read, new TextDecoder().decode(reply.bytes));
          },
        });
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        throw new ProviderError("unavailable", `${error.fault}: ${error.message}`);
      }
    },
  };
}

function refuse(status: number): void {
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

function readOrRefuse<Value>(read: (text: string) => Value, text: string): Value {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new OutboundError("bad_answer", "the answer cannot be read");
  }
}
