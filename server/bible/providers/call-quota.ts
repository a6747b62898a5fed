import { ProviderError } from "#server/bible/provider.ts";
import type { PeriodCounters } from "#server/state-store/state-store.ts";

/** At most `calls` in each period of `perMs` milliseconds. */
export type CallLimit = { readonly calls: number; readonly perMs: number };

export type CallQuota = {
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
export function createCallQuota({ name, limits, counts, now }: CallQuotaOptions): CallQuota {
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
