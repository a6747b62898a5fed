import { ProviderError } from "#server/bible/provider.ts";
import type { PeriodCounters } from "#server/state-store/state-store.ts";

/** So many calls in each stretch of so many milliseconds. */
export type CallLimit = { readonly calls: number; readonly perMs: number };

/** Counts the calls that one key makes. */
export type CallBudget = {
  /**
   * Counts a call before it is made.
   *
   * @throws ProviderError unavailable, until the stretch in question is over
   */
  spend(): Promise<void>;
};

type CallBudgetOptions = {
  /** Of the key's provider, among the counts. */
  readonly name: string;
  /** The shortest stretch first. */
  readonly limits: readonly CallLimit[];
  readonly counts: PeriodCounters;
  readonly now: () => number;
};

/** How a limit stands at this server. */
type Window = CallLimit & {
  /** Number of the stretch in which it has counted last, and how many calls of its own. */
  stretch: number;
  own: number;
  isSpent: boolean;
};

/**
 * The budget of a key, one for all servers that use it. The stretches begin at full minutes, hours and days of
 * UTC. A spent one is asked for no more; while nobody can be asked, each server counts its own calls, and the provider's
 * 429 says what is spent.
 */
export function createCallBudget({ name, limits, counts, now }: CallBudgetOptions): CallBudget {
  const windows = limits.map((limit): Window => ({
    ...limit,
    stretch: Number.NaN,
    own: 0,
    isSpent: false,
  }));

  async function count(window: Window): Promise<number> {
    window.own += 1;
    const { stretch, own } = window;
    return counts.add(`${name}-${window.perMs}`, stretch).catch(() => own);
  }

  return {
    async spend() {
      const nowMs = now();
      for (const window of windows) {
        const stretch = Math.floor(nowMs / window.perMs);
        if (stretch !== window.stretch) Object.assign(window, { stretch, own: 0, isSpent: false });
        if (!window.isSpent && (await count(window)) <= window.calls) continue;
        if (stretch === window.stretch) window.isSpent = true;
        const restMs = (stretch + 1) * window.perMs - nowMs;
        throw new ProviderError("unavailable", "the calls of this key are spent", { restMs });
      }
    },
  };
}
