import { ProviderError } from "#server/bible/provider.ts";

/** So many calls in each stretch of so many milliseconds. */
export type CallLimit = { readonly calls: number; readonly perMs: number };

/** Counts the calls that one key makes. */
export type CallBudget = {
  /**
   * Counts a call before it is made.
   *
   * @throws ProviderError unavailable, until the stretch in question is over
   */
  spend(): void;
};

/**
 * A budget in memory: a restart forgets it, and the provider's own 429 then says what is spent. The
 * stretches begin at full minutes, hours and days of UTC.
 */
export function createCallBudget(limits: readonly CallLimit[], now: () => number): CallBudget {
  const windows = limits.map((limit) => ({ ...limit, index: Number.NaN, spent: 0 }));
  return {
    spend() {
      const nowMs = now();
      for (const window of windows) {
        const index = Math.floor(nowMs / window.perMs);
        if (index !== window.index) window.spent = 0;
        window.index = index;
        if (window.spent < window.calls) continue;
        const restMs = (index + 1) * window.perMs - nowMs;
        throw new ProviderError("unavailable", "the calls of this key are spent", { restMs });
      }
      for (const window of windows) window.spent += 1;
    },
  };
}
