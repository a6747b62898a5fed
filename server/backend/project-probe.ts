import { isWithin } from "#server/kit/durations.ts";

/** Checks whether a Supabase project is reachable. Results are cached for 10 seconds. */
export type ProjectProbe = {
  /** Returns the cached result, else waits at most `timeoutMs` for a new one. */
  isReady(timeoutMs: number): Promise<boolean>;
};

const RESULT_TTL_MS = 10_000;
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Creates the probe. It calls the project's auth service, which needs no session and reads no
 * table; any status below 500 counts.
 */
export function createProjectProbe(options: {
  readonly origin: string;
  readonly publishableKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}): ProjectProbe {
  const { origin, publishableKey, now } = options;
  let isReachable = false;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | null = null;

  async function probe(): Promise<void> {
    try {
      const response = await options.fetch(new URL("/auth/v1/health", origin), {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      await response.body?.cancel();
      isReachable = response.status < 500;
    } catch {
      isReachable = false;
    }
    probedAtMs = now();
  }

  return {
    async isReady(timeoutMs) {
      if (isWithin(RESULT_TTL_MS, probedAtMs, now())) return isReachable;
      probing ??= probe().finally(() => (probing = null));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([probing, late]);
      clearTimeout(timer);
      return isReachable;
    },
  };
}
