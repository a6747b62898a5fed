import type { BackendDeps } from "#server/backend/context.ts";
import { HOUR_MS } from "#server/kit/durations.ts";

/**
 * Makes the partitions of the next days and drops those of the past, now and every hour, until it is
 * stopped. A server that was off for long finds its first messages kept from then on.
 */
export function maintainMessagePartitions({
  database,
  log,
}: Pick<BackendDeps, "database" | "log">): {
  stop(): void;
} {
  const keep = (): void => {
    database.realtime`select realtime.keep_message_days()`.catch((error: unknown) => {
      log.warn({ event: "realtime_days_failed", err: error });
    });
  };
  keep();
  const timer = setInterval(keep, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
