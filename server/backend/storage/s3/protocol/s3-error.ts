import type { StorageError } from "#server/backend/storage/protocol/storage-error.ts";
import { toStorageError } from "#server/backend/storage/protocol/error-reply.ts";

/** S3's codes as its documentation lists them, with their statuses and sentences. */
const KINDS = {
  AccessDenied: [403, "Access Denied"],
  AuthorizationHeaderMalformed: [400, "The authorization header that you provided is not valid."],
  AuthorizationQueryParametersError: [
    400,
    "The authorization query parameters that you provided are not valid.",
  ],
  BadDigest: [
    400,
    "The Content-MD5 or checksum value that you specified did not match what the server received.",
  ],
  BucketAlreadyExists: [409, "The requested bucket name is not available."],
  BucketNotEmpty: [409, "The bucket you tried to delete is not empty."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed object size."],
  EntityTooSmall: [
    400,
    "Your proposed upload is smaller than the minimum allowed object size. Each part but the last must have 5 MiB.",
  ],
  ExpiredToken: [400, "The provided token has expired."],
  IncompleteBody: [
    400,
    "You did not provide the number of bytes specified by the Content-Length HTTP header.",
  ],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidAccessKeyId: [
    403,
    "The AWS access key ID that you provided does not exist in our records.",
  ],
  InvalidArgument: [400, "Invalid Argument"],
  InvalidBucketName: [400, "The specified bucket is not valid."],
  InvalidDigest: [400, "The Content-MD5 or checksum value that you specified is not valid."],
  InvalidKey: [400, "The specified key is not valid."],
  InvalidMimeType: [415, "The content type is not supported by this bucket."],
  InvalidPart: [
    400,
    "One or more of the specified parts could not be found. The part might not have been uploaded, or the specified entity tag might not have matched the part's entity tag.",
  ],
  InvalidPartNumber: [416, "The requested partnumber is not satisfiable."],
  InvalidPartOrder: [
    400,
    "The list of parts was not in ascending order. The parts list must be specified in order by part number.",
  ],
  InvalidRange: [416, "The requested range is not satisfiable."],
  InvalidRequest: [400, "The request is not valid."],
  InvalidToken: [400, "The provided token is malformed or otherwise not valid."],
  MalformedXML: [
    400,
    "The XML that you provided was not well formed or did not validate against our published schema.",
  ],
  MethodNotAllowed: [405, "The specified method is not allowed against this resource."],
  MissingContentLength: [411, "You must provide the Content-Length HTTP header."],
  NoSuchBucket: [404, "The specified bucket does not exist."],
  NoSuchKey: [404, "The specified key does not exist."],
  NoSuchUpload: [
    404,
    "The specified multipart upload does not exist. The upload ID might be invalid, or the multipart upload might have been aborted or completed.",
  ],
  NotImplemented: [501, "A header or query that you provided asks for what is not implemented."],
  OperationAborted: [409, "Another operation on this resource is in progress. Please try again."],
  PreconditionFailed: [412, "At least one of the preconditions that you specified did not hold."],
  QuotaExceeded: [403, "You keep as much in this bucket as you may."],
  RequestTimeTooSkewed: [
    403,
    "The difference between the request time and the server's time is too large.",
  ],
  ServiceUnavailable: [503, "Service is unable to handle request."],
  SignatureDoesNotMatch: [
    403,
    "The request signature that the server calculated does not match the signature that you provided. Check your secret access key and signing method.",
  ],
  SlowDown: [503, "Please reduce your request rate."],
  XAmzContentSHA256Mismatch: [
    400,
    "The provided x-amz-content-sha256 header does not match what was computed.",
  ],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type S3Code = keyof typeof KINDS;

/** A refusal in S3's words. */
export class S3Error extends Error {
  readonly code: S3Code;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: S3Code,
    options: {
      /** Replaces the documented sentence where that would not help. */
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    const [status, message] = KINDS[code];
    super(options.message ?? message, { cause: options.cause });
    this.name = "S3Error";
    this.code = code;
    this.status = status;
    this.headers = options.headers ?? {};
  }
}

/** Codes of the storage service that S3 calls otherwise. */
const RENAMED: Readonly<Record<string, S3Code>> = {
  DatabaseTimeout: "ServiceUnavailable",
  InvalidParameter: "InvalidArgument",
  // Only a write with `If-None-Match: *` meets it; all others overwrite.
  KeyAlreadyExists: "PreconditionFailed",
  ResourceLocked: "OperationAborted",
  ResourceNotEmpty: "BucketNotEmpty",
};

/** Codes whose own sentence says what is wrong with this very request. */
const SAYS_MORE: ReadonlySet<S3Code> = new Set([
  "InvalidArgument",
  "InvalidKey",
  "InvalidMimeType",
  "InvalidRequest",
  "QuotaExceeded",
]);

/** Whatever a call threw, in S3's words; nothing of a database or disk goes out (R-75). */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const refusal: StorageError = toStorageError(error);
  const renamed = RENAMED[refusal.code] ?? refusal.code;
  const code = isS3Code(renamed) ? renamed : "InternalError";
  return new S3Error(code, {
    ...(SAYS_MORE.has(code) ? { message: refusal.message } : {}),
    headers: refusal.headers,
    cause: refusal.cause ?? error,
  });
}

function isS3Code(code: string): code is S3Code {
  return Object.hasOwn(KINDS, code);
}
