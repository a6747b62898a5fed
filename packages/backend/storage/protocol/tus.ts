import { createHash } from "node:crypto";
import { FILE_MAX_BYTES } from "#backend/storage/rows/bucket-rows.ts";

/** TUS 1.0.0, the protocol of resumable uploads, with the texts of upstream's server. */

export const TUS_VERSION = "1.0.0";
/** Content type of a body with a part of a file. */
export const TUS_CONTENT_TYPE = "application/offset+octet-stream";

const CHECKSUM_ALGORITHMS = ["sha1", "sha256", "md5"] as const;

/** Headers of the OPTIONS response. */
export const TUS_CAPABILITIES = {
  "tus-resumable": TUS_VERSION,
  "tus-version": TUS_VERSION,
  "tus-extension":
    "creation,creation-with-upload,creation-defer-length,termination,expiration,checksum",
  "tus-max-size": String(FILE_MAX_BYTES),
  "tus-checksum-algorithm": CHECKSUM_ALGORITHMS.join(","),
} as const;

/** An error of a resumable upload. The response is plain text with the HTTP status. */
export class TusError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "TusError";
    this.status = status;
  }
}

/** Protocol errors with the texts of upstream's server. */
const TUS_ERRORS = {
  versionMissing: [412, "Tus-Resumable Required\n"],
  offsetMissing: [403, "Upload-Offset header required\n"],
  contentTypeMissing: [403, "Content-Type header required\n"],
  lengthMissing: [400, "Upload-Length or Upload-Defer-Length header required\n"],
  metadataMissing: [400, "Metadata header is required"],
  signatureMissing: [400, "Missing x-signature header"],
  badId: [400, "Invalid upload id"],
  notFound: [404, "The file for this url was not found\n"],
  expired: [410, "The file for this url no longer exists\n"],
  offsetConflict: [409, "Upload-Offset conflict\n"],
  sizeExceeded: [413, "upload's size exceeded\n"],
  maxSizeExceeded: [413, "Maximum size exceeded\n"],
  completed: [400, "Cannot terminate an already completed upload"],
  tooManyParts: [400, "The upload came in too many parts"],
  checksumMismatch: [460, "Checksum mismatch\n"],
  concatenation: [
    501,
    "Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.\n",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** @returns the protocol error to throw. */
export function tusError(name: keyof typeof TUS_ERRORS): TusError {
  const [status, message] = TUS_ERRORS[name];
  return new TusError(status, message);
}

/** Verifies a body against Upload-Checksum while it streams. */
export type Checksum = { update(chunk: Uint8Array): void; matches(): boolean };

/**
 * Parses Upload-Checksum: an algorithm and a digest in Base64.
 *
 * @throws TusError 400 for another form or an algorithm that is not supported.
 */
export function readChecksum(header: string | null): Checksum | null {
  if (header === null) return null;
  const [name = "", digest = "", ...rest] = header.split(" ");
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toLowerCase());
  if (algorithm === undefined || digest === "" || rest.length > 0) throw invalid("upload-checksum");
  const hash = createHash(algorithm);
  return {
    update: (chunk) => void hash.update(chunk),
    matches: () => hash.digest("base64") === digest,
  };
}

/** @throws TusError 400 unless the header is absent or a count of bytes. */
export function readByteCount(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  if (value === null) return null;
  if (!/^(?:0|[1-9]\d{0,14})$/.test(value)) throw invalid(name);
  return Number(value);
}

/** Values of Upload-Metadata by key; null for a key without a value. */
export type UploadMetadata = Readonly<Record<string, string | null>>;

/**
 * Parses Upload-Metadata: pairs of a key and a value in Base64.
 *
 * @throws TusError 400 for another form or a duplicate key.
 */
export function readUploadMetadata(header: string | null): UploadMetadata | null {
  if (header === null) return null;
  const values = new Map<string, string | null>();
  for (const pair of header.split(",")) {
    const [key = "", value, ...rest] = pair.split(" ");
    const isWellFormed =
      /^[\x21-\x2b\x2d-\x7e]+$/.test(key) &&
      !values.has(key) &&
      rest.length === 0 &&
      /^(?:[\d+/A-Za-z]{4})*(?:[\d+/A-Za-z]{2}==|[\d+/A-Za-z]{3}=)?$/.test(value ?? "");
    if (!isWellFormed) throw invalid("upload-metadata");
    values.set(key, value ? Buffer.from(value, "base64").toString("utf8") : null);
  }
  return Object.fromEntries(values);
}

/** Formats metadata as an Upload-Metadata header. */
export function writeUploadMetadata(metadata: UploadMetadata): string {
  return Object.entries(metadata)
    .map(([key, value]) =>
      value === null ? key : `${key} ${Buffer.from(value).toString("base64")}`,
    )
    .join(",");
}

export function invalid(header: string): TusError {
  return new TusError(400, `Invalid ${header}\n`);
}

/** CORS: headers of resumable uploads (TUS 1.0.0) that a browser may send. */
export const TUS_REQUEST_HEADERS = [
  "tus-resumable",
  "upload-length",
  "upload-offset",
  "upload-metadata",
  "upload-defer-length",
  "upload-checksum",
  "x-signature",
] as const;

/** CORS: headers that a page may read. */
export const TUS_RESPONSE_HEADERS = [
  "location",
  "tus-resumable",
  "tus-version",
  "tus-extension",
  "tus-max-size",
  "tus-checksum-algorithm",
  "tus-complete",
  "upload-length",
  "upload-offset",
  "upload-metadata",
  "upload-defer-length",
  "upload-expires",
] as const;
