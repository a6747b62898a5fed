import { type Context, Hono } from "hono";
import { CACHE } from "./cache-policy.ts";

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
