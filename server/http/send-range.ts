import type { Context } from "hono";
import {
  type ByteRange,
  rangeHeaders,
  requestedRange,
} from "@reign-tv/kit/http/byte-range.domain.ts";
import { matchesIfNoneMatch } from "@reign-tv/kit/http/etag.ts";
import { CACHE } from "./cache-policy.ts";

type RangedFile = {
  /** Size of the whole. */
  bytes: number;
  /** Strong tag with its quotes. */
  etag: string;
  /** Headers of every response, besides those of the range. */
  headers: Readonly<Record<string, string>>;
  /** Content type and cache policy of the file itself. */
  type: string;
  cacheControl: string;
  read: (range: ByteRange) => BodyInit | Promise<BodyInit>;
};

/** Sends a file, or the requested part of it (RFC 9110, 14); 304 when the client has it. */
export async function sendRange(context: Context, file: RangedFile): Promise<Response> {
  const { bytes, etag, type, cacheControl, read } = file;
  const headers = {
    ...file.headers,
    "Content-Type": type,
    "Cache-Control": cacheControl,
    ETag: etag,
    "Accept-Ranges": "bytes",
  };
  const header = (name: string) => context.req.header(name);
  if (matchesIfNoneMatch(header("if-none-match"), etag)) return context.body(null, 304, headers);
  const part = requestedRange({ header, etag, size: bytes });
  if (part === "unsatisfiable") {
    const size = { "Content-Range": `bytes */${bytes}`, "Cache-Control": CACHE.none };
    return context.body(null, 416, { ...file.headers, ...size });
  }
  const range = part === "whole" ? { first: 0, last: bytes - 1 } : part;
  return new Response(context.req.method === "HEAD" ? null : await read(range), {
    status: part === "whole" ? 200 : 206,
    headers: { ...headers, ...rangeHeaders(part, bytes) },
  });
}
