import { Worker } from "node:worker_threads";

/** A recording of hours takes some of it for the places of its packets. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

export type M4aJob = { readonly source: string; readonly target: string };

/**
 * Runs `writeM4a` in a thread of its own.
 *
 * @param signal ends the work; an incomplete target is left behind.
 * @throws Error as `writeM4a`, and when the thread ends.
 */
export async function makeM4a(job: M4aJob, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const worker = new Worker(new URL("m4a-worker.ts", import.meta.url), {
    name: "m4a",
    workerData: job,
    resourceLimits: RESOURCE_LIMITS,
    execArgv: [],
  });
  const stop = (): void => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  worker.on("error", reject);
  worker.on("exit", (code) => {
    if (code === 0) resolve(undefined);
    else reject(new Error("The thread ended"));
  });
  try {
    await promise;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
