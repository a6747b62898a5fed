import pLimit from "p-limit";

/** Work that has no place in the queue: too much of it is waiting already. */
export class QueueFullError extends Error {
  constructor() {
    super("too much work is waiting");
    this.name = "QueueFullError";
  }
}

/** Bounded work: so many pieces run, so many wait in order, the rest is refused at once. */
export type WorkQueue = {
  /** @throws what the work throws, and the queue's refusal when it is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many pieces wait at this moment. */
  waiting(): number;
};

type WorkQueueOptions = {
  running: number;
  waiting: number;
  /** What a caller gets who finds the queue full; QueueFullError when nothing is said. */
  refusal?: () => Error;
};

/** Makes a queue in which `running` pieces of work go on at a time while at most `waiting` more wait. */
export function createWorkQueue({ running, waiting, refusal }: WorkQueueOptions): WorkQueue {
  const limit = pLimit(running);
  return {
    waiting: () => limit.pendingCount,
    async run(work) {
      const isFull = limit.activeCount >= running && limit.pendingCount >= waiting;
      if (isFull) throw refusal?.() ?? new QueueFullError();
      return limit(work);
    },
  };
}
