import { isWithin } from "#server/kit/durations.ts";

/** Asks whether a Supabase project can be reached; seldom, so that a balancer's checks cost it nothing. */
export type ProjectProbe = {
  /** True when the project answered lately; waits at most `timeoutMs` for the first answer. */
  isReady(timeoutMs: number): Promise<boolean>;
};

const FRESH_MS = 10_000;
const ASK_LIMIT_MS = 5_000;

/**
 * Makes the probe. It asks the project's auth service, which needs no session and reads no table; any answer
 * but a server's fault counts.
 */
export function createProjectProbe(options: {
  readonly origin: string;
  readonly publishableKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}): ProjectProbe {
  const { origin, publishableKey, now } = options;
  let isReachable = false;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    try {
      const response = await options.fetch(new URL("/auth/v1/health", origin), {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(ASK_LIMIT_MS),
      });
      await response.body?.cancel();
      isReachable = response.status < 500;
    } catch {
      isReachable = false;
    }
    askedAtMs = now();
  }

  return {
    async isReady(timeoutMs) {
      if (isWithin(FRESH_MS, askedAtMs, now())) return isReachable;
      asking ??= ask().finally(() => (asking = null));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([asking, late]);
      clearTimeout(timer);
      return isReachable;
    },
  };
}
