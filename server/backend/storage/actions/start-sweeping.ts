import { clearStaging, cleanUpOrphans, type SweepDeps } from "./sweep.ts";
import { purgeExpiredUploads } from "#server/backend/storage/resumable/purge-expired-uploads.ts";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";

export type Sweeping = {
  /** Starts no further sweep and waits for the one that runs. */
  stop(): Promise<void>;
};

/**
 * Sweeps now, because the last server may have been killed, and then once a day; looks every hour for
 * resumable uploads that were never finished. Of several servers on a database one does so for all; each clears
 * its own disk.
 */
export function startOrphanCleanup(deps: SweepDeps): Sweeping {
  const run = async (work: (deps: SweepDeps) => Promise<unknown>): Promise<void> => {
    try {
      await work(deps);
    } catch (error) {
      // Nothing is lost by it: the next sweep finds the same files.
      deps.log.warn({ event: "storage_sweep_failed", err: error });
    }
  };
  const purge = async (): Promise<void> => {
    if (await deps.database.leads()) await run(purgeExpiredUploads);
  };
  const sweepDay = async (): Promise<void> => {
    await run((await deps.database.leads()) ? cleanUpOrphans : clearStaging);
  };
  let running = purge().then(sweepDay);
  const repeat = (work: () => Promise<void>, everyMs: number): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(work);
    }, everyMs).unref();
  const timers = [repeat(purge, HOUR_MS), repeat(sweepDay, DAY_MS)];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
