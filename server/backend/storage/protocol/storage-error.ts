/** Body of every failed answer, in the shape that storage-js reads. */
export type StorageErrorBody = {
  readonly statusCode: string;
  readonly code: string;
  readonly error: string;
  readonly message: string;
};

type StorageErrorOptions = {
  /** The older name of the kind; the code when there is none. */
  readonly error?: string;
  /** Status of the HTTP answer when it is not the usual one. */
  readonly httpStatus?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/**
 * A refusal that the client understands. The status stands in the body; the HTTP answer itself is 400
 * for every fault of the request, as upstream, and the status itself from 500 on.
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

/** `exists()` of the client tells by this code that nothing is there. */
export function noSuchKeyError(): StorageError {
  return new StorageError(404, "NoSuchKey", "Object not found", { error: "not_found" });
}

export function noSuchRouteError(method: string, path: string): StorageError {
  return new StorageError(404, "NotFound", `Route ${method}:${path} not found`, {
    error: "Not Found",
    httpStatus: 404,
  });
}

/** Same path, bucket or row a second time. */
export function duplicateError(code: "KeyAlreadyExists" | "BucketAlreadyExists"): StorageError {
  return new StorageError(409, code, "The resource already exists", { error: "Duplicate" });
}

/** @param isEarly the announced length alone was too large and nothing was read: HTTP 413. */
export function tooLargeError(isEarly = false): StorageError {
  return new StorageError(413, "EntityTooLarge", "The object exceeded the maximum allowed size", {
    error: "Payload too large",
    ...(isEarly ? { httpStatus: 413 } : {}),
  });
}

/** @param reason replaces upstream's sentence where that would mislead. */
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

/** Said with every refusal of a policy, so that nothing is told about what exists. */
export const ROW_POLICY_MESSAGE = "new row violates row-level security policy";

/** The name is not one that an object may have. */
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

/** 416 itself, because media players act on it. */
export function rangeError(size: number): StorageError {
  return new StorageError(416, "InvalidRange", "invalid range provided", {
    error: "invalid_range",
    httpStatus: 416,
    headers: { "content-range": `bytes */${size}` },
  });
}

/** The part of upstream that this server leaves out, answered as a project without it answers. */
export function featureNotEnabledError(feature: string): StorageError {
  return new StorageError(
    409,
    "FeatureNotEnabled",
    `The feature ${feature} is not enabled for this resource`,
  );
}

/** What shall become another image is none that can be read, or is too large. */
export function imageSourceError(cause?: unknown): StorageError {
  return new StorageError(422, "InvalidRequest", "Invalid source image", { cause });
}

/** No picture of a visitor is kept that was not encoded here. */
export function noImageLibraryError(cause: unknown): StorageError {
  const message =
    "This server cannot take pictures: its image library does not run on it. Its operator finds the remedy with npm run doctor.";
  return new StorageError(501, "NotImplemented", message, { cause });
}

/** This address had more images made than a visitor needs. */
export function tooManyRendersError(retryAfterS: number): StorageError {
  return new StorageError(429, "SlowDown", "Too many images at once", {
    error: "Too Many Requests",
    httpStatus: 429,
    headers: { "retry-after": String(retryAfterS) },
  });
}

/** this user holds as much as one may. */
export function quotaError(message: string): StorageError {
  return new StorageError(403, "QuotaExceeded", message, { error: "quota_exceeded" });
}

/** Full disk, full queue, no database: later it may work (503 with Retry-After). */
export function tryLaterError(message: string, retryAfterS: number, cause?: unknown): StorageError {
  return new StorageError(503, "SlowDown", message, {
    headers: { "retry-after": String(retryAfterS) },
    cause,
  });
}
