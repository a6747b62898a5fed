import { tryLaterError } from "#server/backend/storage/protocol/storage-error.ts";
import { createWorkQueue, type WorkQueue } from "#server/kit/work-queue.ts";

/** What may wait for the encoder; of staged files at most 320 MB of disk. */
const IMAGES_WAITING_MAX = 64;
const BUSY_RETRY_AFTER_S = 10;

/**
 * Makes the queue of images: a decoded one takes a hundred megabytes, so they wait for each other.
 *
 * @returns a queue that refuses with StorageError SlowDown when it is full.
 */
export function createImageQueue(): WorkQueue {
  return createWorkQueue({
    running: 1,
    waiting: IMAGES_WAITING_MAX,
    refusal: () => tryLaterError("Too many images at once", BUSY_RETRY_AFTER_S),
  });
}
