import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "#server/kit/metrics.ts";
import { readDiskSpace } from "#server/kit/files/disk-space.ts";

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const LAG_RESOLUTION_MS = 20;
const P99 = 99;

/**
 * Names the figures of the process and of the disk under DATA_DIR.
 *
 * @returns what ends the measuring.
 */
export function registerProcessMetrics(metrics: Metrics, dataDir: string): () => void {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  metrics.gauge(
    "event_loop_lag_seconds",
    "99th percentile since the last time somebody asked.",
    () => {
      const seconds = Math.max(0, lag.percentile(P99) / NANOSECONDS - LAG_RESOLUTION_MS / 1_000);
      lag.reset();
      return seconds;
    },
  );
  metrics.countElsewhere("process_cpu_seconds_total", "User and system time.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROSECONDS;
  });
  metrics.gauge("process_resident_memory_bytes", "Memory in RAM, without the database.", () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge(
    "process_heap_bytes",
    "What JavaScript uses of it.",
    () => process.memoryUsage().heapUsed,
  );
  const startedAtS = Date.now() / 1_000 - process.uptime();
  metrics.gauge("process_start_time_seconds", "Since the epoch.", () => startedAtS);
  metrics.gauge(
    "disk_free_bytes",
    "Free for this account under DATA_DIR.",
    async () => (await readDiskSpace(dataDir)).freeBytes,
  );
  metrics.gauge(
    "disk_size_bytes",
    "Size of that disk.",
    async () => (await readDiskSpace(dataDir)).sizeBytes,
  );
  return () => lag.disable();
}
