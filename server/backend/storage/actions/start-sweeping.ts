import { sweep, type SweepDeps } from "./sweep.ts";
import { purgeExpiredUploads } from "#server/backend/storage/resumable/purge-expired-uploads.ts";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";

export type Sweeping = {
  /** Starts no further sweep and waits for the one that runs. */
  stop(): Promise<void>;
};

/**
 * Sweeps now, because the last server may have been killed, and then once a day; looks every hour for
 * resumable uploads that were never finished.
 */
export function startSweeping(deps: SweepDeps): Sweeping {
  const run = async (work: (deps: SweepDeps) => Promise<unknown>): Promise<void> => {
    try {
      await work(deps);
    } catch (error) {
      // Nothing is lost by it: the next sweep finds the same files.
      deps.log.warn({ event: "storage_sweep_failed", err: error });
    }
  };
  let running = run(purgeExpiredUploads).then(() => run(sweep));
  const repeat = (work: (deps: SweepDeps) => Promise<unknown>, everyMs: number): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(() => run(work));
    }, everyMs).unref();
  const timers = [repeat(purgeExpiredUploads, HOUR_MS), repeat(sweep, DAY_MS)];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
