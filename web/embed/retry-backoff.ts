/** Delays of automatic retries. */
const RETRY_DELAYS_MS = [30_000, 60_000, 120_000] as const;

/**
 * Retries after 30, 60 and then every 120 s while the page is visible, and at once when the device
 * is online again. @param retry called for each try.
 */
export function createRetryBackoff(retry: () => void): { wait(): void; stop(): void } {
  let tries = 0;
  let timer = 0;

  function attempt(): void {
    stop();
    tries++;
    retry();
  }

  function attemptWhenSeen(): void {
    if (document.visibilityState === "visible") attempt();
    else document.addEventListener("visibilitychange", attemptWhenSeen, { once: true });
  }

  function stop(): void {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", attemptWhenSeen);
    window.removeEventListener("online", attempt);
  }

  return {
    stop,
    wait() {
      stop();
      const delayMs = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)];
      timer = window.setTimeout(attemptWhenSeen, delayMs);
      window.addEventListener("online", attempt, { once: true });
    },
  };
}
