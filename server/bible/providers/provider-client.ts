import { ProviderError } from "#server/bible/provider.ts";
import type { PeriodCounters } from "#server/state-store/state-store.ts";
import { OUTBOUND_LIMITS, OutboundError } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import {
  createUpstream,
  UPSTREAM_TUNING,
  type UpstreamOptions,
} from "@reign-tv/kit/outbound/upstream.ts";
import { HOUR_MS, MINUTE_MS, DAY_MS } from "@reign-tv/kit/durations.ts";

/** At most `calls` in each period of `perMs` milliseconds. */
type CallLimit = { readonly calls: number; readonly perMs: number };

type CallQuota = {
  /**
   * Counts a call before it is made.
   *
   * @throws ProviderError unavailable until the period ends
   */
  consume(): Promise<void>;
};

type CallQuotaOptions = {
  /** Provider name in the counters. */
  readonly name: string;
  /** Shortest period first. */
  readonly limits: readonly CallLimit[];
  readonly counts: PeriodCounters;
  readonly now: () => number;
};

/** State of a limit on this server. */
type Window = CallLimit & {
  /** Number of the current period, and this server's calls in it. */
  period: number;
  own: number;
  isExhausted: boolean;
};

/**
 * Quota of a key, shared by all servers that use it. Periods begin at full minutes, hours and days of UTC. While the
 * shared counters are down, each server counts its own calls, and the provider's 429 marks the end of the quota.
 */
function createCallQuota({ name, limits, counts, now }: CallQuotaOptions): CallQuota {
  const windows = limits.map((limit): Window => ({
    ...limit,
    period: Number.NaN,
    own: 0,
    isExhausted: false,
  }));

  async function count(window: Window): Promise<number> {
    window.own += 1;
    const { period, own } = window;
    return counts.add(`${name}-${window.perMs}`, period).catch(() => own);
  }

  return {
    async consume() {
      const nowMs = now();
      for (const window of windows) {
        const period = Math.floor(nowMs / window.perMs);
        if (period !== window.period) Object.assign(window, { period, own: 0, isExhausted: false });
        if (!window.isExhausted && (await count(window)) <= window.calls) continue;
        if (period === window.period) window.isExhausted = true;
        const restMs = (period + 1) * window.perMs - nowMs;
        throw new ProviderError("unavailable", "the calls of this key are spent", { restMs });
      }
    },
  };
}

/**
 * Client of one Bible provider: bounded calls with one retry and a circuit breaker, a quota, and one error per
 * status. Errors contain neither URLs nor headers, because those may hold the key.
 */

/** Long chapters with their markup are below 300 kB. */
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 2 * 1024 * 1024 };
/** Do not retry a rejected key for every page. */
const REFUSED_REST_MS = 5 * MINUTE_MS;
const NOT_GRANTED_REST_MS = HOUR_MS;

type ProviderClientOptions = Pick<UpstreamOptions, "fetch" | "now" | "sleep" | "tuning"> & {
  /** Name in the counters: letters, digits and dashes. */
  name: string;
  limits: readonly CallLimit[];
  /** Counters shared by all servers on the database. */
  counts: PeriodCounters;
};

/** Dependencies that every provider needs, besides its key. */
export type ProviderDeps = Omit<ProviderClientOptions, "limits" | "name">;

/** Base URL and API key of a provider. */
export type ProviderKey = { key: string; base: string };

type ProviderCall<Value> = {
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
  const client = createUpstream({ tuning: { ...UPSTREAM_TUNING, limits: LIMITS }, ...rest });
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

export type ListedBible = { id: string; abbreviations: readonly string[]; copyright?: string };

/** Bible ids by abbreviation. Providers change and grant them, so none is hard-coded. */
type GrantedBibles = {
  /** @throws ProviderError not-granted if the key's list lacks the Bible */
  find(abbreviation: string): Promise<ListedBible>;
};

/**
 * Looks Bibles up in a provider's list, once a day for each.
 *
 * @param list Bibles that the key may read; may include others
 */
export function createGrantedBibles(
  list: (abbreviation: string) => Promise<readonly ListedBible[]>,
  now: () => number,
): GrantedBibles {
  const found = new Map<string, { bible: ListedBible; atMs: number }>();
  return {
    async find(abbreviation) {
      const known = found.get(abbreviation);
      if (known && now() - known.atMs < DAY_MS) return known.bible;
      // Publishers add the year of an edition: "NIV11".
      const name = new RegExp(`^${abbreviation}\\d{0,4}$`, "i");
      const bibles = await list(abbreviation);
      const bible = bibles.find(({ abbreviations }) =>
        abbreviations.some((text) => name.test(text)),
      );
      if (!bible) {
        throw new ProviderError("not-granted", `the key's list has no ${abbreviation}`, {
          restMs: HOUR_MS,
        });
      }
      found.set(abbreviation, { bible, atMs: now() });
      return bible;
    },
  };
}
