import { type Context, Hono, type MiddlewareHandler } from "hono";
import { CACHE, PAGE_AT_CDN } from "./cache-policy.ts";
import { logRequests, type RequestLogOptions } from "./request-log.ts";
import { securityHeaders, type SecurityHeaderOptions } from "./security-headers.ts";
import { factsOf } from "#server/kit/http/request-context.ts";

/** Beginnings of addresses that programs ask: what is not there is never answered by a page. */
const MACHINE_PATHS =
  /^\/(?:api|auth\/v1|rest\/v1|storage\/v1|functions\/v1|realtime\/v1|live|img|media|assets|icons|embed|\.well-known)(?:\/|$)/;

/** Whether a path in its canonical spelling belongs to programs. */
export function isApiPath(path: string): boolean {
  return MACHINE_PATHS.test(path);
}

/** 404 for a program; nobody keeps it, for the next release may know the address. */
export function sendApiNotFound(context: Context): Response {
  return context.json({ error: "Not found" }, 404, { "cache-control": CACHE.none });
}

/** The room behind all others: whatever they did not answer of these addresses is not there. */
export function createApiNotFound(): Hono {
  return new Hono().use(async (context, next) =>
    isApiPath(context.req.path) ? sendApiNotFound(context) : next(),
  );
}

export type AppDeps = {
  headers: SecurityHeaderOptions;
  record: RequestLogOptions;
  /** Rooms in the order in which they are asked; pages come last. */
  rooms: readonly Hono[];
  pages: Hono;
};

const PAGE_METHODS = ["GET", "HEAD"];

/** The whole server as one function from Request to Response; it needs no port to be tested. */
export function createApp({ headers, record, rooms, pages }: AppDeps): Hono {
  const app = new Hono();
  app.use(logRequests(record), securityHeaders(headers), sayWhoMayKeep);
  app.onError((error, context) => {
    factsOf(context.req.raw).fault = { err: error };
    return context.json({ error: "Something went wrong" }, 500);
  });
  app.notFound((context) => context.json({ error: "Not found" }, 404));
  for (const room of [...rooms, createApiNotFound()]) app.route("/", room);
  app.use(async (context, next) => {
    // TRACE and writes to pages: nothing here takes them.
    if (!PAGE_METHODS.includes(context.req.method)) {
      return context.text("Method not allowed", 405, { allow: "GET, HEAD" });
    }
    return next();
  });
  app.route("/", pages);
  return app;
}

/** An answer that does not say who may keep it is kept by nobody; a shared page tells CDNs more. */
const sayWhoMayKeep: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  const policy = headers.get("cache-control");
  if (policy === null) headers.set("cache-control", CACHE.none);
  if (policy === CACHE.page) headers.set("cdn-cache-control", PAGE_AT_CDN);
};
