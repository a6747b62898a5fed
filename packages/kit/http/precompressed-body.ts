import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BrotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
} from "node:zlib";
import type { Context } from "hono";
import { etagOf, matchesIfNoneMatch } from "./etag.ts";
import { type Encoding, preferredEncoding } from "./content-negotiation.ts";

/** Levels of brotli. Measured on Home (109 kB): 16.3 kB in 1.7 ms, 16.0 kB in 15 ms, 14.7 kB in 79 ms of CPU. */
const BROTLI_QUALITY = {
  /** Sent once or twice, while a client waits. */
  passing: 5,
  /** Compressed once, sent for long. */
  kept: 9,
  /** Compressed in the background and sent to many. */
  unhurried: 11,
} as const;

export type CompressionEffort = keyof typeof BROTLI_QUALITY;

/** Node's adapter writes chunks at once that follow each other within a turn of its event loop, 1 ms. */
const SEPARATE_WRITE_MS = 2;

type Bytes = Uint8Array<ArrayBuffer>;

/** `start` is written first and can be read before the rest has arrived; null: all in one write. */
type Body = { start: Bytes | null; rest: Bytes };

type Prepared = {
  /** Strong ETag, quoted. */
  etag: string;
  /** Compresses at the first call. */
  body: () => Promise<Body>;
};

/** A text in memory that is compressed once per requested encoding. */
export type PrecompressedBody = Readonly<Record<Encoding, Prepared>>;

/** @param startLength characters that are written first, so that a browser reads them early; 0: none. */
export function precompress(
  text: string,
  effort: CompressionEffort = "kept",
  startLength = 0,
): PrecompressedBody {
  const encoder = new TextEncoder();
  const identity = encoder.encode(text);
  const cutAt = encoder.encode(text.slice(0, startLength)).length;
  const body = {
    start: cutAt === 0 ? null : identity.subarray(0, cutAt),
    rest: identity.subarray(cutAt),
  };
  return preparedForms(etagOf(identity), () => Promise.resolve(body), effort);
}

/**
 * Like `precompress`, for a text too long to keep: stores only compressed forms. Calls `make` for each form
 * and for each client that takes none.
 *
 * @param make returns the same text at each call.
 */
export async function precompressLazily(make: () => Promise<string>): Promise<PrecompressedBody> {
  const body = async () => ({ start: null, rest: new TextEncoder().encode(await make()) });
  return preparedForms(etagOf((await body()).rest), body, "kept");
}

function preparedForms(
  tag: string,
  identity: () => Promise<Body>,
  effort: CompressionEffort,
): PrecompressedBody {
  const brotli = async () => {
    const body = await identity();
    const stream = createBrotliCompress({ params: brotliParameters(body, effort) });
    return compressBody(stream, constants.BROTLI_OPERATION_FLUSH, body);
  };
  const gzip = async () => compressBody(createGzip(), constants.Z_SYNC_FLUSH, await identity());
  return {
    br: { etag: `"${tag}-br${BROTLI_QUALITY[effort]}"`, body: once(brotli) },
    gzip: { etag: `"${tag}-gz"`, body: once(gzip) },
    identity: { etag: `"${tag}"`, body: identity },
  };
}

async function compressBody(
  stream: BrotliCompress | Gzip,
  flush: number,
  { start, rest }: Body,
): Promise<Body> {
  const first = start === null ? null : await compressStart(stream, flush, start);
  stream.end(rest);
  return { start: first, rest: new Uint8Array(await buffer(stream)) };
}

async function compressStart(
  stream: BrotliCompress | Gzip,
  flush: number,
  start: Bytes,
): Promise<Bytes | null> {
  stream.write(start);
  await new Promise<void>((resolve) => stream.flush(flush, resolve));
  const bytes: unknown = stream.read();
  return bytes instanceof Uint8Array ? new Uint8Array(bytes) : null;
}

/** Sends the body in the client's best encoding, or 304 when the client has it. */
export async function sendPrecompressed(
  context: Context,
  prepared: PrecompressedBody,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Promise<Response> {
  const encoding = preferredEncoding(context.req.header("accept-encoding"));
  const { etag, body } = prepared[encoding];
  const all: Record<string, string> = { ...headers, Vary: "Accept-Encoding", ETag: etag };
  // A condition counts only for a 200 response (RFC 9110, 13.2.1).
  if (status === 200 && matchesIfNoneMatch(context.req.header("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers: all });
  }
  if (encoding !== "identity") all["Content-Encoding"] = encoding;
  const { start, rest } = await body();
  if (start === null) return new Response(rest, { status, headers: all });
  all["Content-Length"] = String(start.length + rest.length);
  return new Response(inTwoWrites(start, rest), { status, headers: all });
}

function inTwoWrites(start: Bytes, rest: Bytes): ReadableStream<Bytes> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      await sleep(SEPARATE_WRITE_MS);
      controller.enqueue(rest);
      controller.close();
    },
  });
}

/** Sends bytes that are compressed already, such as an image, or 304 when the client has them. */
export function sendBytes(
  context: Context,
  { bytes, etag }: { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string },
  headers: Readonly<Record<string, string>>,
): Response {
  const all = { ...headers, ETag: etag };
  return matchesIfNoneMatch(context.req.header("if-none-match"), etag)
    ? context.body(null, 304, all)
    : context.body(bytes, 200, { ...all, "Content-Length": String(bytes.length) });
}

function brotliParameters(
  { start, rest }: Body,
  effort: CompressionEffort,
): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
    [constants.BROTLI_PARAM_SIZE_HINT]: (start?.length ?? 0) + rest.length,
  };
}

/** Compresses at the first call; does not cache a failure. */
function once(compress: () => Promise<Body>): () => Promise<Body> {
  let made: Promise<Body> | null = null;
  return () =>
    (made ??= compress().catch((error: unknown) => {
      made = null;
      throw error;
    }));
}
