import { createHmac } from "node:crypto";
import type { Context } from "hono";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import { shortenAddress } from "#server/kit/client-address.ts";
import type { Part } from "./refusal.ts";

/**
 * One line per request without what R-65 forbids: the route as a template instead of its ids
 * and names, no query, a shortened address, the user as a hash that only this server can repeat.
 */
export type RequestLog = (c: Context<BackendEnv>, part: Part, startedMs: number) => void;

const WORD = /^[a-z][a-z._-]{0,30}$/;
const STORAGE_WORDS: ReadonlySet<string> = new Set(
  "bucket object public authenticated sign info list list-v2 move copy upload empty render image resumable".split(
    " ",
  ),
);

export function createRequestLog({ log, keys }: Pick<BackendDeps, "log" | "keys">): RequestLog {
  const hashUser = (userId: string): string =>
    createHmac("sha256", keys.hmacSecret).update(`log user ${userId}`).digest("hex").slice(0, 12);
  return (c, part, startedMs) => {
    if (!log.isLevelEnabled("info")) return;
    const { status } = c.res;
    const userId = c.get("caller")?.userId ?? null;
    log[status >= 500 ? "error" : "info"]({
      event: "request",
      requestId: c.get("requestId"),
      method: c.req.method,
      route: routeTemplate(part, c.req.path),
      status,
      ms: Math.round((performance.now() - startedMs) * 10) / 10,
      ip: shortenAddress(c.get("clientAddress")),
      ...(userId === null ? {} : { user: hashUser(userId) }),
    });
  };
}

/** The path with everything that names a person, a row or a file replaced. */
export function routeTemplate(part: Part, path: string): string {
  const segments = path.split("/").slice(3);
  const mount = `/${part}/v1`;
  switch (part) {
    case "auth":
      return [mount, ...segments.map((segment) => (WORD.test(segment) ? segment : ":id"))].join(
        "/",
      );
    case "rest":
      return segments[0] === "rpc" ? `${mount}/rpc/:name` : `${mount}/:table`;
    case "storage": {
      const known = segments.findIndex((segment) => !STORAGE_WORDS.has(segment));
      const words = known === -1 ? segments : segments.slice(0, known);
      return [mount, ...words, ...(known === -1 ? [] : [":path"])].join("/");
    }
    case "realtime":
      return segments[0] === "websocket" ? `${mount}/websocket` : `${mount}/api/broadcast`;
    case "functions":
      return `${mount}/${WORD.test(segments[0] ?? "") ? segments[0] : ":name"}`;
  }
}
