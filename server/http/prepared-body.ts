import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { preferredEncoding } from "./content-negotiation.ts";
import { isSameCopy } from "#server/base/validators.ts";

const BROTLI_QUALITY = 9;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** An answer that stands ready in memory in every encoding, each with its strong validator. */
export type PreparedBody = Readonly<
  Record<"br" | "gzip" | "identity", { bytes: Uint8Array<ArrayBuffer>; etag: string }>
>;

/** Compresses a text once for all who will ask for it. */
export async function prepareBody(text: string): Promise<PreparedBody> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    compressGzip(identity),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return {
    br: { bytes: new Uint8Array(br), etag: `"${hash}-br"` },
    gzip: { bytes: new Uint8Array(gz), etag: `"${hash}-gz"` },
    identity: { bytes: new Uint8Array(identity), etag: `"${hash}"` },
  };
}

/** Sends a prepared answer in the visitor's best encoding, or 304 when the visitor has it. */
export function sendPrepared(
  context: Context,
  prepared: PreparedBody,
  headers: Readonly<Record<string, string>>,
): Response {
  const encoding = preferredEncoding(context.req.header("accept-encoding"));
  const { bytes, etag } = prepared[encoding];
  const all: Record<string, string> = { ...headers, Vary: "Accept-Encoding", ETag: etag };
  if (isSameCopy(context.req.header("if-none-match"), etag)) return context.body(null, 304, all);
  if (encoding !== "identity") all["Content-Encoding"] = encoding;
  return context.body(bytes, 200, all);
}
