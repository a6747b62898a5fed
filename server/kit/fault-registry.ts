import { createFaultRegistry } from "#functions/_shared/runtime/fault-registry.ts";
import type {
  ComponentState,
  FaultRegistry,
  ReportFault,
} from "#functions/_shared/runtime/runtime.ts";
import type { Logger } from "./log.ts";

export type { ComponentState, FaultRegistry, ReportFault };

/**
 * Opens the fault registry of this process's external dependencies; it logs each change.
 *
 * @param now milliseconds since the epoch.
 */
export function openFaultRegistry({ log, now }: { log: Logger; now: () => number }): FaultRegistry {
  return createFaultRegistry({
    now,
    log: (level, event, details) => log[level]({ event, ...details }),
  });
}
