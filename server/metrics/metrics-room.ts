import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { hasBearer } from "#server/kit/http/bearer-token.ts";
import { type MetricFamily, formatMetrics } from "#server/kit/metrics.ts";

export type MetricsRoomOptions = {
  /** The figures of the whole server. */
  readonly read: () => Promise<readonly MetricFamily[]>;
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
