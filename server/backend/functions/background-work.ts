/** What functions go on with after they have answered. */
export type BackgroundWork = {
  /** Keeps an eye on work until it ends; how it fails is told, and fails nothing else. */
  add(work: Promise<unknown>, onFault: (error: unknown) => void): void;
  /** Resolves when all of it has ended, or after the limit. */
  settle(limitMs: number): Promise<void>;
};

export function createBackgroundWork(): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    add(work, onFault) {
      const watched = work.then(() => undefined, onFault).finally(() => running.delete(watched));
      running.add(watched);
    },
    async settle(limitMs) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<"late">((resolve) => {
        timer = setTimeout(resolve, limitMs, "late");
      });
      // Work may begin further work.
      while (running.size > 0) {
        if ((await Promise.race([Promise.all(running), limit])) === "late") break;
      }
      clearTimeout(timer);
    },
  };
}
