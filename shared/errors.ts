/**
 * What our own code does about a failure: "network" when nothing answered, "upstream_failed" when something
 * else than an answer came. What is more to be known stands in `status` and `reason`.
 */
export type AppErrorCode = "upstream_failed" | "network";

/** The one error class of the product. `code` decides what happens; `message` is for the console. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** HTTP status of the answer, 0 when there was none. */
  readonly status: number;
  /** The stable code by which one of our functions says why; null for any other failure. */
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
