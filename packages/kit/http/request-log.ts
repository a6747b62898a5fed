import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { isInProcess, createUntrustedProxyCheck } from "#kit/http/client-address.ts";
import { shortenAddress } from "#kit/http/limit-key.ts";
import type { Logger } from "#kit/log.ts";
import type { Metrics } from "#kit/metrics.ts";
import { requestContextOf, type RequestContext } from "#kit/http/request-context.ts";

export type RequestLogOptions = {
  readonly log: Logger;
  /** Slower responses have a line in the log, in milliseconds. */
  readonly slowMs: number;
  /** Writes a line for every request. */
  readonly isAccessLogged: boolean;
  readonly metrics?: Metrics | undefined;
};

/** Data about a request when its response begins. */
type RequestResult = { method: string; route: string; path: string; status: number; ms: number };

/** Requested every few seconds by monitoring, which reads the response itself. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
const METHODS: ReadonlySet<string> = new Set("GET HEAD POST PUT PATCH DELETE OPTIONS".split(" "));

/**
 * Gives every response its `x-request-id`, counts it, and writes at most one line: for failures, slow
 * responses, or always with the access log. A line names the route and no client: no IP address, no query, an
 * account as a hash.
 */
export function logRequests(options: RequestLogOptions): MiddlewareHandler {
  const count = counterOf(options.metrics);
  return async (c, next) => {
    const context = requestContextOf(c.req.raw);
    const startedMs = performance.now();
    await next();
    c.res.headers.set("x-request-id", context.id);
    const { method, path } = c.req;
    const { status } = c.res;
    const route = context.route ?? routePath(c);
    const ms = performance.now() - startedMs - context.heldMs;
    const result = { method, route, path, status, ms };
    // In-process calls belong to the request that renders the page; only their failures have a line.
    const isInternal = isInProcess(c.env);
    if (!isInternal) count(result);
    if (!PROBES.has(path) && (!isInternal || status >= 500)) writeLine(options, context, result);
  };
}

function writeLine(
  { log, slowMs, isAccessLogged }: RequestLogOptions,
  { id: requestId, route: template, user, fault }: RequestContext,
  { method, route, path, status, ms }: RequestResult,
): void {
  const isSlow = ms > slowMs;
  const hasFailed = status >= 500;
  if (!hasFailed && !isSlow && !isAccessLogged) return;
  log[hasFailed ? "error" : isSlow ? "warn" : "info"]({
    event: hasFailed ? "request_failed" : isSlow ? "request_slow" : "request",
    requestId,
    method,
    route,
    // Templates stand for paths with names in them; any other path may be logged.
    ...(template === null && { path }),
    status,
    ms: Math.round(ms * 10) / 10,
    ...(user !== null && { user }),
    ...fault,
  });
}

function counterOf(metrics: Metrics | undefined): (result: RequestResult) => void {
  if (metrics === undefined) return () => undefined;
  const requests = metrics.counter("http_requests_total", "Answers by route, method and class.");
  const seconds = metrics.histogram("http_duration_seconds", "Time until an answer begins.");
  return ({ method, route, status, ms }) => {
    const name = METHODS.has(method) ? method : "other";
    requests({ route, method: name, status_class: `${Math.floor(status / 100)}xx` });
    seconds(ms / 1_000, { route });
  };
}

const HINT =
  "If this is your proxy, add its address to TRUSTED_PROXY. Until then all visitors behind it share one rate limit. If you don't use a proxy, ignore this.";

/**
 * Warns once about a proxy that TRUSTED_PROXY does not name: all visitors would share its rate limit and get
 * 429.
 */
export function warnAboutUntrustedProxy({
  trustedProxies,
  log,
}: {
  trustedProxies: readonly string[];
  log: Logger;
}): MiddlewareHandler {
  const unnamedProxy = createUntrustedProxyCheck(trustedProxies);
  let hasWarned = false;
  return async (c, next) => {
    const peer = hasWarned ? null : unnamedProxy(c);
    if (peer !== null) {
      hasWarned = true;
      log.warn({ event: "proxy_not_trusted", peer: shortenAddress(peer), remedy: HINT });
    }
    await next();
  };
}
