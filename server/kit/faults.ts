import { createFaultBook } from "#functions/_shared/runtime/fault-book.ts";
import type { ComponentState, FaultBook, FaultReport } from "#functions/_shared/runtime/runtime.ts";
import type { Logger } from "./log.ts";

export type { ComponentState, FaultBook, FaultReport };

/**
 * Opens the book of the parts elsewhere that this process depends on; its lines go to the log.
 *
 * @param now milliseconds since the epoch.
 */
export function openFaultBook({ log, now }: { log: Logger; now: () => number }): FaultBook {
  return createFaultBook({
    now,
    log: (level, event, details) => log[level]({ event, ...details }),
  });
}
