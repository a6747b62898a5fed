import { tryLaterError } from "#server/backend/storage/protocol/storage-error.ts";

/** Runs tasks one after the other, in the order in which they came. */
export type TaskQueue = { run<T>(task: () => Promise<T>): Promise<T> };

const BUSY_RETRY_AFTER_S = 10;

/**
 * Makes a queue; a decoded image takes a hundred megabytes, so images wait for each other.
 *
 * @param waitingMax tasks that may wait; one more is refused.
 * @throws (run) StorageError SlowDown when the queue is full, and whatever the task throws.
 */
export function createTaskQueue(waitingMax: number): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async run(task) {
      if (waiting > waitingMax) {
        throw tryLaterError("Too many images at once", BUSY_RETRY_AFTER_S);
      }
      waiting += 1;
      const result = last.then(task);
      last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        waiting -= 1;
      }
    },
  };
}
