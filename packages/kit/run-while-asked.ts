/**
 * Returns a function that runs work, one run at a time: calls during a run cause one more run after it, because the run
 * may have missed what they know.
 *
 * @returns a function whose promise resolves when no run is left, and rejects with the error of a run, which ends them.
 */
export function runWhileAsked(work: () => Promise<void>): () => Promise<void> {
  let isAsked = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false;
        await work();
      }
    } finally {
      // At once, so that no call comes between the last run and this.
      running = null;
    }
  }

  return () => {
    isAsked = true;
    running ??= run();
    return running;
  };
}
