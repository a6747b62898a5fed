/** Body of every error response, in the shape that storage-js reads. */
export type StorageErrorBody = {
  readonly statusCode: string;
  readonly code: string;
  readonly error: string;
  readonly message: string;
};

type StorageErrorOptions = {
  /** The older name of the error; defaults to the code. */
  readonly error?: string;
  /** HTTP status when it differs from the default. */
  readonly httpStatus?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/**
 * An error that the client understands. The body holds the status. The HTTP status is 400 for
 * client errors, as upstream, and the real status from 500 on.
 */
export class StorageError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly error: string;
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    options: StorageErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "StorageError";
    this.statusCode = statusCode;
    this.code = code;
    this.error = options.error ?? code;
    this.httpStatus = options.httpStatus ?? (statusCode >= 500 ? statusCode : 400);
    this.headers = options.headers ?? {};
  }

  toBody(): StorageErrorBody {
    const { statusCode, code, error, message } = this;
    return { statusCode: String(statusCode), code, error, message };
  }
}

export function noSuchBucketError(): StorageError {
  return new StorageError(404, "NoSuchBucket", "Bucket not found", { error: "Bucket not found" });
}

/** The client's `exists()` checks this code. */
export function noSuchKeyError(): StorageError {
  return new StorageError(404, "NoSuchKey", "Object not found", { error: "not_found" });
}

export function noSuchRouteError(method: string, path: string): StorageError {
  return new StorageError(404, "NotFound", `Route ${method}:${path} not found`, {
    error: "Not Found",
    httpStatus: 404,
  });
}

/** The path, bucket or row exists. */
export function duplicateError(code: "KeyAlreadyExists" | "BucketAlreadyExists"): StorageError {
  return new StorageError(409, code, "The resource already exists", { error: "Duplicate" });
}

/**
 * @param isEarly the announced length exceeded the limit and the body was not read: HTTP 413
 * (R-40).
 */
export function tooLargeError(isEarly = false): StorageError {
  return new StorageError(413, "EntityTooLarge", "The object exceeded the maximum allowed size", {
    error: "Payload too large",
    ...(isEarly ? { httpStatus: 413 } : {}),
  });
}

/** @param reason replaces upstream's text where that would mislead. */
export function mimeTypeError(mimeType: string, reason?: string): StorageError {
  return new StorageError(
    415,
    "InvalidMimeType",
    reason ?? `mime type ${mimeType} is not supported`,
    { error: "invalid_mime_type" },
  );
}

export function accessDeniedError(message: string, cause?: unknown): StorageError {
  return new StorageError(403, "AccessDenied", message, { error: "Unauthorized", cause });
}

/** Same message for every policy error, so that it reveals nothing about existing rows. */
export const ROW_POLICY_MESSAGE = "new row violates row-level security policy";

export function invalidKeyError(name: string): StorageError {
  return new StorageError(400, "InvalidKey", `Invalid key: ${name}`);
}

export function invalidBucketNameError(): StorageError {
  return new StorageError(400, "InvalidBucketName", "Bucket name invalid", {
    error: "Invalid Input",
  });
}

export function bucketNotEmptyError(): StorageError {
  return new StorageError(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty");
}

export function missingLengthError(): StorageError {
  return new StorageError(
    400,
    "MissingContentLength",
    "You must provide the Content-Length HTTP header.",
  );
}

export function invalidRequestError(message: string, cause?: unknown): StorageError {
  return new StorageError(400, "InvalidRequest", message, { cause });
}

export function invalidParameterError(message: string): StorageError {
  return new StorageError(400, "InvalidParameter", message);
}

export function invalidJwtError(message: string): StorageError {
  return new StorageError(400, "InvalidJWT", message);
}

export function invalidSignatureError(): StorageError {
  return new StorageError(400, "InvalidSignature", "Invalid signature");
}

/** HTTP 416 itself, because media players act on it. */
export function rangeError(size: number): StorageError {
  return new StorageError(416, "InvalidRange", "invalid range provided", {
    error: "invalid_range",
    httpStatus: 416,
    headers: { "content-range": `bytes */${size}` },
  });
}

/** A feature of upstream that this server lacks: same response as a project without it. */
export function featureNotEnabledError(feature: string): StorageError {
  return new StorageError(
    409,
    "FeatureNotEnabled",
    `The feature ${feature} is not enabled for this resource`,
  );
}

/** The source of a rendering is unreadable or too large. */
export function imageSourceError(cause?: unknown): StorageError {
  return new StorageError(422, "InvalidRequest", "Invalid source image", { cause });
}

/** Without sharp no uploaded image is stored, because the server must encode it. */
export function noImageLibraryError(cause: unknown): StorageError {
  const message =
    "This server cannot take pictures: its image library does not run on it. Its operator finds the remedy with npm run doctor.";
  return new StorageError(501, "NotImplemented", message, { cause });
}

/** The IP address exceeded its limit of new renderings. */
export function tooManyRendersError(retryAfterS: number): StorageError {
  return new StorageError(429, "SlowDown", "Too many images at once", {
    error: "Too Many Requests",
    httpStatus: 429,
    headers: { "retry-after": String(retryAfterS) },
  });
}

/** the user's quota is used up. */
export function quotaError(message: string): StorageError {
  return new StorageError(403, "QuotaExceeded", message, { error: "quota_exceeded" });
}

/** Temporary failure (full disk, full queue, no database): 503 with Retry-After. */
export function tryLaterError(message: string, retryAfterS: number, cause?: unknown): StorageError {
  return new StorageError(503, "SlowDown", message, {
    headers: { "retry-after": String(retryAfterS) },
    cause,
  });
}
