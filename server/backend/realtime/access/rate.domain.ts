/** Counts events against an average: bursts pass that the average of the window still allows. */
export type TokenBucket = {
  /** Counts `count` events; false when they are too many, and then none is counted. */
  take(nowMs: number, count?: number): boolean;
};

/**
 * A bucket that fills evenly and holds what a whole window may bring.
 *
 * @param perSecond average that is allowed.
 * @param windowSeconds how long a burst at twice the average may last.
 */
export function createTokenBucket(perSecond: number, windowSeconds: number): TokenBucket {
  const capacity = perSecond * windowSeconds;
  let left = capacity;
  let filledAtMs: number | null = null;
  return {
    take(nowMs, count = 1) {
      const passedMs = filledAtMs === null ? 0 : Math.max(0, nowMs - filledAtMs);
      left = Math.min(capacity, left + (passedMs * perSecond) / 1_000);
      filledAtMs = nowMs;
      if (left < count) return false;
      left -= count;
      return true;
    },
  };
}
