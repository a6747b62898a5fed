import { unavailable } from "#server/backend/auth/protocol/auth-error.ts";

/** When a refused client should come back. */
const QUEUE_RETRY_AFTER_S = 2;

/** Bounded concurrency: so many run, so many wait, the rest is refused at once. */
export type WorkQueue = {
  /** @throws AuthError 503 with Retry-After when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/** Makes a queue that runs `running` pieces of work at a time and lets `waiting` more wait in order. */
export function createWorkQueue(limits: { running: number; waiting: number }): WorkQueue {
  const waiting: (() => void)[] = [];
  let runningCount = 0;

  function takePlace(): Promise<void> | null {
    if (runningCount < limits.running) {
      runningCount += 1;
      return null;
    }
    if (waiting.length >= limits.waiting) throw unavailable(QUEUE_RETRY_AFTER_S);
    return new Promise((resolve) => waiting.push(resolve));
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next === undefined) runningCount -= 1;
    else next();
  }

  return {
    async run(work) {
      await takePlace();
      try {
        return await work();
      } finally {
        leavePlace();
      }
    },
  };
}
