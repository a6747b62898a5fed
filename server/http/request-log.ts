import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import {
  isInProcess,
  createUntrustedProxyCheck,
  shortenAddress,
} from "#server/kit/http/client-address.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Metrics } from "#server/kit/metrics.ts";
import { factsOf, type RequestContext } from "#server/kit/http/request-context.ts";

export type RequestLogOptions = {
  readonly log: Logger;
  /** An answer that takes longer has a line in the log. */
  readonly slowMs: number;
  /** Every request has a line. */
  readonly isAccessLogged: boolean;
  readonly metrics?: Metrics | undefined;
};

/** What is known of a request when its answer begins. */
type Outcome = { method: string; route: string; path: string; status: number; ms: number };

/** Asked every few seconds by programs that look at the answer itself. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
const METHODS: ReadonlySet<string> = new Set("GET HEAD POST PUT PATCH DELETE OPTIONS".split(" "));

/**
 * Gives every answer its `x-request-id`, counts it, and writes at most one line about it: when it failed,
 * when it was slow, or always where the access log is on. A line names the route and never who asked:
 * no address, no query, an account as a hash.
 */
export function logRequests(options: RequestLogOptions): MiddlewareHandler {
  const count = counterOf(options.metrics);
  return async (c, next) => {
    const facts = factsOf(c.req.raw);
    const startedMs = performance.now();
    await next();
    c.res.headers.set("x-request-id", facts.id);
    const { method, path } = c.req;
    const { status } = c.res;
    const route = facts.route ?? routePath(c);
    const outcome = { method, route, path, status, ms: performance.now() - startedMs };
    // What the server asks itself while it makes a page is a part of that request; a failure is told all the same.
    const isOwn = isInProcess(c.env);
    if (!isOwn) count(outcome);
    if (!PROBES.has(path) && (!isOwn || status >= 500)) writeLine(options, facts, outcome);
  };
}

function writeLine(
  { log, slowMs, isAccessLogged }: RequestLogOptions,
  { id: requestId, route: template, user, fault }: RequestContext,
  { method, route, path, status, ms }: Outcome,
): void {
  const isSlow = ms > slowMs;
  const hasFailed = status >= 500;
  if (!hasFailed && !isSlow && !isAccessLogged) return;
  log[hasFailed ? "error" : isSlow ? "warn" : "info"]({
    event: hasFailed ? "request_failed" : isSlow ? "request_slow" : "request",
    requestId,
    method,
    route,
    // Templates stand for addresses with names in them; of all others the path may be told.
    ...(template === null && { path }),
    status,
    ms: Math.round(ms * 10) / 10,
    ...(user !== null && { user }),
    ...fault,
  });
}

function counterOf(metrics: Metrics | undefined): (outcome: Outcome) => void {
  if (metrics === undefined) return () => undefined;
  const requests = metrics.counter("http_requests_total", "Answers by route, method and class.");
  const seconds = metrics.histogram("http_duration_seconds", "Time until an answer begins.");
  return ({ method, route, status, ms }) => {
    const name = METHODS.has(method) ? method : "other";
    requests({ route, method: name, status_class: `${Math.floor(status / 100)}xx` });
    seconds(ms / 1_000, { route });
  };
}

const REMEDY =
  "If this is your proxy, name its address in TRUSTED_PROXY: until then all visitors behind it share one rate limit. If the server has no proxy, ignore this.";

/**
 * Says once in the log that somebody forwards requests for others without being named in
 * TRUSTED_PROXY: then every visitor counts as one, and a busy evening is refused with 429.
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
      log.warn({ event: "proxy_not_trusted", peer: shortenAddress(peer), remedy: REMEDY });
    }
    await next();
  };
}
