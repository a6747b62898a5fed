import { type Context, Hono } from "hono";
import { CACHE } from "./cache-policy.ts";

/** Beginnings of addresses that programs ask: what is not there is never answered by a page. */
const MACHINE_PATHS =
  /^\/(?:api|auth\/v1|rest\/v1|storage\/v1|functions\/v1|realtime\/v1|live|img|media|assets|icons|embed|\.well-known)(?:\/|$)/;

/** Whether a path in its canonical spelling belongs to programs. */
export function isMachinePath(path: string): boolean {
  return MACHINE_PATHS.test(path);
}

/** 404 for a program; nobody keeps it, for the next release may know the address. */
export function sendMachineNotFound(context: Context): Response {
  return context.json({ error: "Not found" }, 404, { "cache-control": CACHE.none });
}

/** The room behind all others: whatever they did not answer of these addresses is not there. */
export function createMachineNotFound(): Hono {
  return new Hono().use(async (context, next) =>
    isMachinePath(context.req.path) ? sendMachineNotFound(context) : next(),
  );
}
