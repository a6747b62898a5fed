/**
 * Returns a function that runs work, one run at a time: all calls during a run share one run after it, because the run
 * may have missed what they know.
 *
 * @returns a function whose promise settles with the run that begins after the call.
 */
export function coalesceCalls(work: () => Promise<void>): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  let ended: Promise<void> = Promise.resolve();
  return () => {
    waiting ??= ended.then(() => {
      waiting = null;
      const run = work();
      ended = run.catch(() => undefined);
      return run;
    });
    return waiting;
  };
}
