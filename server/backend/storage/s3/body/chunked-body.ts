import { createHash } from "node:crypto";
import type { SignedRequest } from "#server/backend/storage/s3/signature/signed-request.domain.ts";
import {
  isSameSignature,
  sha256Hex,
  type SigningKey,
} from "#server/backend/storage/s3/signature/signing-key.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { createByteReader, type ByteReader } from "./byte-reader.ts";

/** How the chunks of a body (Content-Encoding aws-chunked) are signed, if they are. */
export type ChunkSigning = Pick<SignedRequest, "timestamp" | "scope" | "signature"> & {
  readonly key: SigningKey;
};

type ChunkedOptions = {
  /** Null: chunks carry no signatures. */
  readonly signing: ChunkSigning | null;
  /** Lines behind the last chunk are called trailers, and signed where chunks are. */
  readonly hasTrailer: boolean;
  /** Told the trailers before the last piece of the body was taken. */
  readonly onTrailers: (trailers: ReadonlyMap<string, string>) => void;
};

const LINE_MAX_BYTES = 1_024;
const TRAILERS_MAX = 16;
const EMPTY_DIGEST = sha256Hex("");
const HEAD = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i;
const TRAILER_SIGNATURE = "x-amz-trailer-signature";

/**
 * Takes the chunks of a body out of their frames. Each signature covers the one before it, so that
 * nothing can be left out, added or moved; a chunk is passed on before it is proved, and one that is
 * not ends the whole body in a refusal.
 *
 * @throws S3Error IncompleteBody, InvalidRequest, SignatureDoesNotMatch.
 */
export async function* decodeChunks(
  source: AsyncIterable<Uint8Array>,
  { signing, hasTrailer, onTrailers }: ChunkedOptions,
): AsyncGenerator<Uint8Array> {
  const reader = createByteReader(source);
  let previous = signing?.signature ?? "";
  for (;;) {
    const { size, signature } = await readHead(reader);
    const hash = createHash("sha256");
    for await (const piece of takeBytes(reader, size)) {
      hash.update(piece);
      yield piece;
    }
    if (signing !== null) {
      requireChunkSignature(signing, previous, hash.digest("hex"), signature);
      previous = signature;
    }
    if (size === 0) break;
    if ((await reader.line(LINE_MAX_BYTES)) !== "") throw malformed();
  }
  const trailers = await readTrailers(reader, hasTrailer);
  if (signing !== null && hasTrailer) requireTrailerSignature(signing, previous, trailers);
  if ((await reader.some(1)) !== null) throw malformed();
  onTrailers(trailers);
}

async function readHead(reader: ByteReader): Promise<{ size: number; signature: string }> {
  const line = await reader.line(LINE_MAX_BYTES);
  if (line === null) throw new S3Error("IncompleteBody");
  const [, size, signature = ""] = HEAD.exec(line) ?? [];
  if (size === undefined) throw malformed();
  return { size: Number.parseInt(size, 16), signature };
}

async function* takeBytes(reader: ByteReader, size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0;) {
    const piece = await reader.some(left);
    if (piece === null) throw new S3Error("IncompleteBody");
    left -= piece.length;
    yield piece;
  }
}

/** Some tools leave out the empty line at the very end. */
async function readTrailers(
  reader: ByteReader,
  hasTrailer: boolean,
): Promise<ReadonlyMap<string, string>> {
  const trailers = new Map<string, string>();
  for (;;) {
    const line = await reader.line(LINE_MAX_BYTES);
    if (line === null || line === "") return trailers;
    const at = line.indexOf(":");
    if (!hasTrailer || at < 1 || trailers.size === TRAILERS_MAX) throw malformed();
    trailers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
}

function requireChunkSignature(
  signing: ChunkSigning,
  previous: string,
  contentDigest: string,
  given: string,
): void {
  requireSignature(signing, given, [
    "AWS4-HMAC-SHA256-PAYLOAD",
    signing.timestamp,
    signing.scope,
    previous,
    EMPTY_DIGEST,
    contentDigest,
  ]);
}

function requireTrailerSignature(
  signing: ChunkSigning,
  previous: string,
  trailers: ReadonlyMap<string, string>,
): void {
  const lines = [...trailers]
    .filter(([name]) => name !== TRAILER_SIGNATURE)
    .map(([name, value]) => `${name}:${value}\n`);
  requireSignature(signing, trailers.get(TRAILER_SIGNATURE) ?? "", [
    "AWS4-HMAC-SHA256-TRAILER",
    signing.timestamp,
    signing.scope,
    previous,
    sha256Hex(lines.join("")),
  ]);
}

function requireSignature({ key }: ChunkSigning, given: string, lines: readonly string[]): void {
  if (!isSameSignature(key.sign(lines.join("\n")), given)) {
    throw new S3Error("SignatureDoesNotMatch");
  }
}

function malformed(): S3Error {
  return new S3Error("InvalidRequest", { message: "The chunks of the body are malformed." });
}
