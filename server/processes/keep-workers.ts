import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";

import type { Logger } from "#server/kit/log.ts";
import { StartError } from "#server/kit/start-error.ts";

/** The processes that answer visitors. */
export type Workers = {
  /** Ends them in order, as a supervisor would. */
  stop(): Promise<void>;
};

/** A worker that ended at once is not started anew at once. */
const SHORT_LIFE_MS = 10_000;
const RESTART_PAUSE_MS = 2_000;
/** A worker has as long as a server of one process. */
const STOP_LIMIT_MS = 18_000;

/**
 * Starts workers and starts each anew that ends by itself.
 *
 * @param answering holds those that answer, at any time.
 * @returns when all of them answer.
 * @throws StartError when one cannot start; it has said why.
 */
export async function keepWorkers(
  count: number,
  { log, answering }: { log: Logger; answering: Set<Worker> },
): Promise<Workers> {
  const running = new Set<Worker>();
  let isStopping = false;
  const start = (): Worker => {
    const worker = cluster.fork();
    const startedMs = performance.now();
    running.add(worker);
    worker.once("listening", () => answering.add(worker));
    worker.once("exit", (code, signal) => {
      running.delete(worker);
      answering.delete(worker);
      if (isStopping) return;
      log.error({ event: "worker_ended", worker: worker.id, code, signal }, "A process ended");
      const isShort = performance.now() - startedMs < SHORT_LIFE_MS;
      setTimeout(() => isStopping || start(), isShort ? RESTART_PAUSE_MS : 0).unref();
    });
    return worker;
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    await Promise.all([...running].map(endWorker));
  };
  try {
    // The first alone: what keeps one from starting keeps all, and is said once.
    await untilListening(start());
    await Promise.all(Array.from({ length: count - 1 }, () => untilListening(start())));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function untilListening(worker: Worker): Promise<void> {
  const ended = once(worker, "exit").then(() => {
    throw new StartError("One of the processes could not start.");
  });
  await Promise.race([once(worker, "listening"), ended]);
}

async function endWorker(worker: Worker): Promise<void> {
  const ended = once(worker, "exit");
  const killer = setTimeout(() => worker.process.kill("SIGKILL"), STOP_LIMIT_MS);
  worker.process.kill("SIGTERM");
  await ended;
  clearTimeout(killer);
}
