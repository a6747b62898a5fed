import { type Context, Hono, type MiddlewareHandler } from "hono";
import { CACHE, PAGE_AT_CDN } from "./cache-policy.ts";
import { logRequests, type RequestLogOptions } from "@reign-tv/kit/http/request-log.ts";
import { securityHeaders, type SecurityHeaderOptions } from "./security-headers.ts";
import { requestContextOf } from "@reign-tv/kit/http/request-context.ts";

/** Path prefixes of API clients: a missing one is never answered with a page. */
const API_PATHS =
  /^\/(?:api|auth\/v1|rest\/v1|storage\/v1|functions\/v1|realtime\/v1|live|img|media|assets|icons|embed|\.well-known)(?:\/|$)/;

/** @param path in its canonical spelling. */
export function isApiPath(path: string): boolean {
  return API_PATHS.test(path);
}

/** 404 for an API client; not stored, because the next release may add the path. */
export function sendApiNotFound(context: Context): Response {
  return context.json({ error: "Not found" }, 404, { "cache-control": CACHE.none });
}

/** Answers API paths that no other route handled. */
function createApiNotFound(): Hono {
  return new Hono().use(async (context, next) =>
    isApiPath(context.req.path) ? sendApiNotFound(context) : next(),
  );
}

export type AppDeps = {
  headers: SecurityHeaderOptions;
  record: RequestLogOptions;
  /** Routes in order of precedence; pages come last. */
  routes: readonly Hono[];
  pages: Hono;
};

const PAGE_METHODS = ["GET", "HEAD"];

/** The whole server as one function from Request to Response, so that tests need no port. */
export function createApp({ headers, record, routes, pages }: AppDeps): Hono {
  const app = new Hono();
  app.use(logRequests(record), securityHeaders(headers), setCachePolicy);
  app.onError((error, context) => {
    requestContextOf(context.req.raw).fault = { err: error };
    return context.json({ error: "Something went wrong" }, 500);
  });
  app.notFound((context) => context.json({ error: "Not found" }, 404));
  for (const route of [...routes, createApiNotFound()]) app.route("/", route);
  app.use(async (context, next) => {
    // Pages accept neither TRACE nor writes.
    if (!PAGE_METHODS.includes(context.req.method)) {
      return context.text("Method not allowed", 405, { allow: "GET, HEAD" });
    }
    return next();
  });
  app.route("/", pages);
  return app;
}

/** Default to `no-store`; add CDN-Cache-Control to shared pages. */
const setCachePolicy: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  const policy = headers.get("cache-control");
  if (policy === null) headers.set("cache-control", CACHE.none);
  if (policy === CACHE.page) headers.set("cdn-cache-control", PAGE_AT_CDN);
};
