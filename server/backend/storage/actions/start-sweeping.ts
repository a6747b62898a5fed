import { sweep, type SweepDeps } from "./sweep.ts";
import { DAY_MS } from "#server/kit/durations.ts";

export type Sweeping = {
  /** Starts no further sweep and waits for the one that runs. */
  stop(): Promise<void>;
};

/** Sweeps now, because the last server may have been killed, and then once a day. */
export function startSweeping(deps: SweepDeps): Sweeping {
  const run = async (): Promise<void> => {
    try {
      await sweep(deps);
    } catch (error) {
      // Nothing is lost by it: the next sweep finds the same files.
      deps.log.warn({ event: "storage_sweep_failed", err: error });
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, DAY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
