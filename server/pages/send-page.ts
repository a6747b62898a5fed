import type { Context } from "hono";
import { preferredEncoding } from "#server/http/content-negotiation.ts";
import { isSameCopy } from "#server/base/validators.ts";
import type { StoredPage } from "./page-cache.ts";

/** Sends a page in the visitor's best encoding, or 304 when the visitor has it. */
export function sendPage(context: Context, page: StoredPage, policy: string): Response {
  const encoding = preferredEncoding(context.req.header("accept-encoding"));
  const etag = page.etags[encoding];
  const headers: Record<string, string> = {
    ...page.headers,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": policy,
    vary: "Accept-Encoding",
    etag,
  };
  if (isSameCopy(context.req.header("if-none-match"), etag)) {
    return context.body(null, 304, headers);
  }
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return new Response(new Uint8Array(page.bodies[encoding]), { status: page.status, headers });
}
