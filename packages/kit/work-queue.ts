import pLimit from "p-limit";

/** The queue is full: too many jobs are waiting. */
class QueueFullError extends Error {
  constructor() {
    super("too much work is waiting");
    this.name = "QueueFullError";
  }
}

/** Limits concurrency. Runs jobs in order and rejects those that do not fit. */
export type WorkQueue = {
  /** @throws the error of the job, and the queue's error when it is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Number of jobs that wait now. */
  waiting(): number;
};

type WorkQueueOptions = {
  running: number;
  waiting: number;
  /** Builds the error of a full queue; QueueFullError by default. */
  errorWhenFull?: () => Error;
};

/** Creates a queue that runs `running` jobs at a time while at most `waiting` more wait. */
export function createWorkQueue({ running, waiting, errorWhenFull }: WorkQueueOptions): WorkQueue {
  const limit = pLimit(running);
  return {
    waiting: () => limit.pendingCount,
    async run(work) {
      const isFull = limit.activeCount >= running && limit.pendingCount >= waiting;
      if (isFull) throw errorWhenFull?.() ?? new QueueFullError();
      return limit(work);
    },
  };
}
