/**
 * The browser reports a failed call in one of two ways. A query throws an AppError, because the
 * query library expects errors to be thrown. A mutation, or a parser of the user's input, resolves
 * to a Result and never throws: its form keeps the input and shows the failure.
 */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; failure: Failure };

/**
 * "network": no response arrived. "upstream_failed": the response was an error; see `status` and
 * `reason`.
 */
export type AppErrorCode = "upstream_failed" | "network";

/** The only error class of the product. Code reacts to `code`; `message` is for the console. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  /** Error code of one of our functions, otherwise null. */
  readonly reason: string | null;

  constructor(
    code: AppErrorCode,
    status: number,
    message: string,
    options: { reason?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = status;
    this.reason = options.reason ?? null;
  }
}
