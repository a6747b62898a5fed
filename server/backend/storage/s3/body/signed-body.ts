import type { StagedFile } from "#server/backend/storage/uploads/staging.ts";
import { announcedLength, readBody } from "#server/backend/storage/uploads/upload-body.ts";
import type { Signer } from "#server/backend/storage/s3/signature/identify.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { CHECKSUM_NAMES, createChecksum, type Checksum } from "./checksums.ts";
import { decodeChunks } from "./chunked-body.ts";

/** The body of a signed request, which is proved only when it has come whole. */
export type SignedBody = {
  /** Bytes of the content itself, without the frames of chunks; null when nobody says. */
  readonly lengthBytes: number | null;
  readonly content: AsyncIterable<Uint8Array>;
  /**
   * Holds what came against everything that its sender said of it.
   *
   * @returns headers for the answer: the checksum that was right.
   * @throws S3Error BadDigest, InvalidDigest, XAmzContentSHA256Mismatch, IncompleteBody.
   */
  prove(file: Pick<StagedFile, "size" | "sha256" | "md5">): Readonly<Record<string, string>>;
};

const UNSIGNED = "UNSIGNED-PAYLOAD";
/** Bodies in chunks: whether these are signed, and whether trailers follow. */
const STREAMING: ReadonlyMap<string, { isSigned: boolean; hasTrailer: boolean }> = new Map([
  ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD", { isSigned: true, hasTrailer: false }],
  ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", { isSigned: true, hasTrailer: true }],
  ["STREAMING-UNSIGNED-PAYLOAD-TRAILER", { isSigned: false, hasTrailer: true }],
]);
const MD5_BYTES = 16;

/** @throws S3Error NotImplemented, InvalidRequest, InvalidDigest, MissingContentLength. */
export function openSignedBody(request: Request, signer: Signer): SignedBody {
  const { headers } = request;
  const { payload } = signer.signed;
  const streaming = STREAMING.get(payload) ?? null;
  if (streaming === null && payload !== UNSIGNED && !/^[0-9a-f]{64}$/.test(payload)) {
    throw new S3Error("NotImplemented", { message: "x-amz-content-sha256 is of no known kind." });
  }
  const lengthBytes = streaming === null ? announcedLength(headers) : decodedLength(headers);
  const claims = readClaims(headers, streaming?.hasTrailer ?? false);
  const raw = readBody(request);
  const content =
    streaming === null
      ? raw
      : decodeChunks(raw, {
          signing: streaming.isSigned ? { ...signer.signed, key: signer.key } : null,
          hasTrailer: streaming.hasTrailer,
          onTrailers: (trailers) => {
            claims.trailing = trailers.get(claims.name ?? "") ?? null;
          },
        });
  return {
    lengthBytes,
    content: summed(content, claims.checksum),
    prove(file) {
      if (streaming === null && payload !== UNSIGNED && payload !== file.sha256) {
        throw new S3Error("XAmzContentSHA256Mismatch");
      }
      if (lengthBytes !== null && file.size !== lengthBytes) throw new S3Error("IncompleteBody");
      return proveClaims(claims, file.md5);
    },
  };
}

/** What the sender says of the content besides the signature. */
type Claims = {
  /** Hex. */
  readonly md5: string | null;
  /** Header or trailer of the checksum. */
  readonly name: string | null;
  readonly checksum: Checksum | null;
  readonly leading: string | null;
  trailing: string | null;
};

function readClaims(headers: Headers, hasTrailer: boolean): Claims {
  const announced = hasTrailer ? (headers.get("x-amz-trailer") ?? "").trim().toLowerCase() : "";
  const name =
    CHECKSUM_NAMES.find((known) => headers.has(known)) ?? (announced === "" ? null : announced);
  return {
    md5: readMd5(headers.get("content-md5")),
    name,
    checksum: name === null ? null : createChecksum(name),
    leading: name === null ? null : headers.get(name),
    trailing: null,
  };
}

function readMd5(value: string | null): string | null {
  if (value === null) return null;
  const bytes = Buffer.from(value, "base64");
  if (bytes.length !== MD5_BYTES) throw new S3Error("InvalidDigest");
  return bytes.toString("hex");
}

function proveClaims(claims: Claims, md5: string): Readonly<Record<string, string>> {
  if (claims.md5 !== null && claims.md5 !== md5) throw new S3Error("BadDigest");
  const { name, checksum } = claims;
  if (name === null || checksum === null) return {};
  const sum = checksum.digest();
  if ((claims.leading ?? claims.trailing) !== sum) throw new S3Error("BadDigest");
  return { [name]: sum };
}

async function* summed(
  content: AsyncIterable<Uint8Array>,
  checksum: Checksum | null,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    checksum?.update(piece);
    yield piece;
  }
}

function decodedLength(headers: Headers): number {
  const value = headers.get("x-amz-decoded-content-length") ?? "";
  if (!/^\d{1,15}$/.test(value)) throw new S3Error("MissingContentLength");
  return Number(value);
}
