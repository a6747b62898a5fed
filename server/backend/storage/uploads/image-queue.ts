import { tryLaterError } from "#server/backend/storage/protocol/storage-error.ts";
import { createWorkQueue, type WorkQueue } from "#server/kit/work-queue.ts";

/** Queue limit; staged files then take at most 320 MB of disk. */
const IMAGES_WAITING_MAX = 64;
const BUSY_RETRY_AFTER_S = 10;

/**
 * Creates the queue of images. They run one at a time, because a decoded image takes a hundred
 * megabytes.
 *
 * @returns a queue that rejects with StorageError SlowDown when it is full.
 */
export function createImageQueue(): WorkQueue {
  return createWorkQueue({
    running: 1,
    waiting: IMAGES_WAITING_MAX,
    refusal: () => tryLaterError("Too many images at once", BUSY_RETRY_AFTER_S),
  });
}
