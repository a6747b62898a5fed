import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { hasBearer } from "#server/kit/http/bearer-token.ts";
import { formatMetrics, type Metrics } from "#server/kit/metrics.ts";
import type { FaultRegistry } from "#server/kit/fault-registry.ts";
import type { Config } from "#server/settings/config.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Transport } from "#shared/transport.ts";
import { type BackupMoments, nameBackupFigures } from "./backup-metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";
import { registerProductMetrics } from "./product-metrics.ts";

export type MetricsRoomOptions = {
  /** Reads all metrics. */
  readonly read: Metrics["read"];
  /** Bearer token that opens the figures. */
  readonly token: string;
  /** Answers also what a proxy passes on. */
  readonly isOpenThroughProxy: boolean;
};

/** Headers that only proxies write: what comes with one came from outside. */
const PROXY_HEADERS = ["x-forwarded-for", "forwarded", "via"] as const;
const TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * `GET /metrics`: the figures of this server, for whoever sends the token. Through a proxy the address is
 * not there, so that a proxy which passes everything on does not show them to the internet.
 */
export function createMetricsRoom({ read, token, isOpenThroughProxy }: MetricsRoomOptions): Hono {
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

type MetricsNeeds = {
  readonly config: Config;
  /** Absent without METRICS_TOKEN: then nothing is counted, and nobody may ask. */
  readonly metrics: Metrics | undefined;
  readonly faults: Pick<FaultRegistry, "states">;
  readonly inProcess: Transport;
  readonly dataDir: string;
  readonly records: Pick<StateStore, "storeOf">;
  readonly backups: () => BackupMoments | null;
  readonly now: () => number;
};

/** The room of figures, with those of process, disk and product; `stop` ends the measuring. */
export function openMetrics(needs: MetricsNeeds): { rooms: readonly Hono[]; stop: () => void } {
  const { config, metrics, dataDir } = needs;
  const { METRICS_TOKEN: token } = config;
  if (metrics === undefined || token === undefined) return { rooms: [], stop: () => undefined };
  registerProductMetrics({ ...needs, metrics, dailyUnits: config.YOUTUBE_DAILY_UNITS });
  nameBackupFigures(metrics, needs.backups, needs.now);
  const { read } = metrics;
  const isOpenThroughProxy = config.METRICS_THROUGH_PROXY;
  return {
    rooms: [createMetricsRoom({ read, token, isOpenThroughProxy })],
    stop: registerProcessMetrics(metrics, dataDir),
  };
}
