import { createHmac } from "node:crypto";
import type { Context } from "hono";
import type { BackendDeps, BackendEnv } from "#server/backend/context.ts";
import type { Part } from "./gateway-error.ts";

/**
 * Notes what the request's line in the log may hold of it: the route as a template instead of its
 * ids and names, and the account as a hash that only this server can repeat.
 */
export type RequestLogFields = (c: Context<BackendEnv>, part: Part) => void;

const WORD = /^[a-z][a-z._-]{0,30}$/;
const STORAGE_WORDS: ReadonlySet<string> = new Set(
  "bucket object public authenticated sign info list list-v2 move copy upload empty render image resumable".split(
    " ",
  ),
);

/** Makes the notes of a gateway; its key splits hashes of accounts from those of other servers. */
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

/** The path with everything that names a person, a row or a file replaced. */
function routeTemplate(part: Part, path: string): string {
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
