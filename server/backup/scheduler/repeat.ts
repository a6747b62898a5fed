/** Work that is done again and again, one round at a time. */
export type RepeatingTask = {
  /** Begins no further round and waits for the one that runs. */
  stop(): Promise<void>;
};

/**
 * Does work now and then every so often; a round that takes longer delays the next one.
 *
 * @param work throws nothing.
 */
export function startRepeatingTask(everyMs: number, work: () => Promise<void>): RepeatingTask {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    await work();
    if (isStopped) return;
    timer = setTimeout(() => {
      running = round();
    }, everyMs);
    timer.unref();
  };
  let running = round();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
