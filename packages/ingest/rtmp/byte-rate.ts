/** Counts bytes over the last seconds. */
export type ByteRate = {
  /** Adds bytes. Returns the average of the window in bit/s, as if the time before the first byte were silent. */
  add(bytes: number): number;
};

/** @param seconds length of the window; it moves by whole seconds. */
export function createByteRate(seconds: number, now: () => number): ByteRate {
  const bytesBySecond = new Map<number, number>();
  return {
    add(bytes) {
      const second = Math.floor(now() / 1_000);
      bytesBySecond.set(second, (bytesBySecond.get(second) ?? 0) + bytes);
      let sum = 0;
      for (const [counted, count] of bytesBySecond) {
        // Seconds that have not come yet are from before the clock was set back.
        if (counted > second - seconds && counted <= second) sum += count;
        else bytesBySecond.delete(counted);
      }
      return (sum * 8) / seconds;
    },
  };
}
