/** Counts requests in flight, so that shutdown can wait for them. */
export type InFlightCounter = {
  enter(): void;
  leave(): void;
  /** Resolves when no request is in flight, or after the limit. */
  drain(limitMs: number): Promise<void>;
};

export function createInFlightCounter(): InFlightCounter {
  let count = 0;
  const idle = new Set<() => void>();
  return {
    enter() {
      count += 1;
    },
    leave() {
      count -= 1;
      if (count > 0) return;
      for (const resolve of idle) resolve();
      idle.clear();
    },
    async drain(limitMs) {
      if (count === 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        idle.add(resolve);
        timer = setTimeout(resolve, limitMs);
      });
      clearTimeout(timer);
    },
  };
}
