import type {
  ComponentState,
  FaultRegistry,
  FunctionLog,
  ReportFault,
} from "./function-contract.ts";

export type { ComponentState, FaultRegistry, ReportFault };

/**
 * State of external dependencies: video platform, streams, object store, mail server. Each use
 * reports its result; the log has one line when a fault begins and one when it ends, however many
 * requests fail in between.
 */

type Entry = { sinceMs: number; fault: string | null; workedMs: number | null };

/** Both lines are warnings, so that a reader of the first also sees the last. */
export function createFaultRegistry({
  now,
  log,
}: {
  now: () => number;
  log: FunctionLog;
}): FaultRegistry {
  const entries = new Map<string, Entry>();
  return {
    report(component, fault) {
      const known = entries.get(component);
      const before = known?.fault ?? null;
      if (known && fault === null) known.workedMs = now();
      // Another reason is not another fault.
      if (known && fault !== null && before !== null) {
        known.fault = fault;
        return;
      }
      if (known && before === fault) return;
      const workedMs = fault === null ? now() : (known?.workedMs ?? null);
      entries.set(component, { sinceMs: now(), fault, workedMs });
      if (fault !== null) log("warn", "fault_began", { component, reason: fault });
      else if (known && before !== null) {
        const seconds = Math.round((now() - known.sinceMs) / 1_000);
        log("warn", "fault_ended", { component, reason: before, seconds });
      }
    },
    states() {
      const sorted = [...entries].toSorted(([one], [other]) => one.localeCompare(other));
      return Object.fromEntries(
        sorted.map(([component, { sinceMs, fault, workedMs }]) => [
          component,
          {
            state: fault === null ? ("ok" as const) : ("failing" as const),
            since: new Date(sinceMs).toISOString(),
            reason: fault,
            workedAt: workedMs === null ? null : new Date(workedMs).toISOString(),
          },
        ]),
      );
    },
  };
}
