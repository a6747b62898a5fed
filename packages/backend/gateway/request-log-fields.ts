import { createHmac } from "node:crypto";
import type { Context } from "hono";
import type { BackendDeps, BackendEnv } from "#backend/context.ts";
import type { Part } from "./gateway-error.ts";

/**
 * Sets a request's log fields: the route as a template without ids and names, and the user
 * as a keyed hash.
 */
export type RequestLogFields = (c: Context<BackendEnv>, part: Part) => void;

const PLAIN_SEGMENT = /^[a-z][a-z._-]{0,30}$/;
const STORAGE_SEGMENTS: ReadonlySet<string> = new Set(
  "bucket object public authenticated sign info list list-v2 move copy upload empty render image resumable".split(
    " ",
  ),
);

/**
 * Creates the function that sets the log fields. Hashes differ between servers with different
 * keys.
 */
export function createRequestLogFields({ keys }: Pick<BackendDeps, "keys">): RequestLogFields {
  const hashUser = (userId: string): string =>
    createHmac("sha256", keys.hmacSecret).update(`log user ${userId}`).digest("hex").slice(0, 12);
  return (c, part) => {
    const facts = c.get("facts");
    facts.route = routeTemplate(part, c.req.path);
    const userId = c.get("caller")?.userId ?? null;
    facts.user = userId === null ? null : hashUser(userId);
  };
}

/** Replaces all segments that may identify a user, row or file. */
function routeTemplate(part: Part, path: string): string {
  const segments = path.split("/").slice(3);
  const mount = `/${part}/v1`;
  switch (part) {
    case "auth":
      return [
        mount,
        ...segments.map((segment) => (PLAIN_SEGMENT.test(segment) ? segment : ":id")),
      ].join("/");
    case "rest":
      return segments[0] === "rpc" ? `${mount}/rpc/:name` : `${mount}/:table`;
    case "storage": {
      const end = segments.findIndex((segment) => !STORAGE_SEGMENTS.has(segment));
      const known = end === -1 ? segments : segments.slice(0, end);
      return [mount, ...known, ...(end === -1 ? [] : [":path"])].join("/");
    }
    case "realtime":
      return segments[0] === "websocket" ? `${mount}/websocket` : `${mount}/api/broadcast`;
    case "functions":
      return `${mount}/${PLAIN_SEGMENT.test(segments[0] ?? "") ? segments[0] : ":name"}`;
  }
}
