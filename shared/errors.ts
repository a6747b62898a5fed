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
