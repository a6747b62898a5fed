import type { BackupState } from "@reign-tv/operations/backup/backup-state.ts";
import { type Metrics, formatMetrics } from "@reign-tv/kit/metrics.ts";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { hasBearer } from "@reign-tv/kit/http/bearer-token.ts";
import type { FaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import type { Config } from "#server/settings/config.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Transport } from "#shared/transport.ts";
import { registerProductMetrics } from "./product-metrics.ts";

export type BackupMoments = Pick<BackupState, "newestAt" | "logWaitingSeconds">;

/**
 * Registers the metrics of backups.
 *
 * @param read null while unknown, or with an external project.
 * @param now milliseconds since the epoch.
 */
export function registerBackupMetrics(
  metrics: Metrics,
  read: () => BackupMoments | null,
  now: () => number,
): void {
  metrics.gauge(
    "backup_age_seconds",
    "Since the newest backup was begun; absent before the first one.",
    () => {
      const newestAt = read()?.newestAt ?? null;
      return newestAt === null ? null : Math.max(0, (now() - Date.parse(newestAt)) / 1_000);
    },
  );
  metrics.gauge(
    "wal_archive_lag",
    "Seconds that the oldest write-ahead log waits for a place; absent where none is kept.",
    () => read()?.logWaitingSeconds ?? null,
  );
}

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const LAG_RESOLUTION_MS = 20;
const P99 = 99;

/**
 * Registers the metrics of the process and of the disk under DATA_DIR.
 *
 * @returns a function that stops measuring.
 */
function registerProcessMetrics(metrics: Metrics, dataDir: string): () => void {
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

type MetricsRoutesOptions = {
  readonly read: Metrics["read"];
  /** Bearer token that grants access. */
  readonly token: string;
  /** Also answers requests that came through a proxy. */
  readonly isOpenThroughProxy: boolean;
};

/** Headers that only proxies write: such a request came from outside. */
const PROXY_HEADERS = ["x-forwarded-for", "forwarded", "via"] as const;
const TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * `GET /metrics`, with the token. Responds 404 through a proxy, so that a proxy that forwards everything does
 * not expose it.
 */
export function createMetricsRoutes({
  read,
  token,
  isOpenThroughProxy,
}: MetricsRoutesOptions): Hono {
  const app = new Hono();
  app.get("/metrics", async (c) => {
    const isProxied = PROXY_HEADERS.some((name) => c.req.header(name) !== undefined);
    if (isProxied && !isOpenThroughProxy) return c.text("Not found", 404);
    if (!hasBearer(c.req.header("authorization"), token)) {
      return c.text("Send METRICS_TOKEN as Bearer", 401, { "www-authenticate": "Bearer" });
    }
    const headers = { "content-type": TEXT_TYPE, "cache-control": CACHE.none };
    return c.body(formatMetrics(await read()), 200, headers);
  });
  return app;
}

type MetricsDeps = {
  readonly config: Config;
  /** Absent without METRICS_TOKEN: then nothing is counted or served. */
  readonly metrics: Metrics | undefined;
  readonly faults: Pick<FaultRegistry, "states">;
  readonly inProcess: Transport;
  readonly dataDir: string;
  readonly records: Pick<StateStore, "storeOf">;
  readonly backups: () => BackupMoments | null;
  readonly now: () => number;
};

/** Routes of the metrics, with those of process, disk and product; `stop` ends the measuring. */
export function openMetrics(deps: MetricsDeps): { routes: readonly Hono[]; stop: () => void } {
  const { config, metrics, dataDir } = deps;
  const { METRICS_TOKEN: token } = config;
  if (metrics === undefined || token === undefined) return { routes: [], stop: () => undefined };
  registerProductMetrics({ ...deps, metrics, dailyUnits: config.YOUTUBE_DAILY_UNITS });
  registerBackupMetrics(metrics, deps.backups, deps.now);
  const { read } = metrics;
  const isOpenThroughProxy = config.METRICS_THROUGH_PROXY;
  return {
    routes: [createMetricsRoutes({ read, token, isOpenThroughProxy })],
    stop: registerProcessMetrics(metrics, dataDir),
  };
}
