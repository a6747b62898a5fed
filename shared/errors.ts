/** Stable codes of the errors that our own code throws; each has its words in the catalogue. */
export type AppErrorCode =
  | "bad_request"
  | "not_found"
  | "rate_limited"
  | "upstream_failed"
  | "unavailable"
  | "network"
  | "internal";

/**
 * The one error class of the product. `code` decides what happens, `message` is for people who
 * operate the server, `isReportable` says whether the log should carry it.
 */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly status: number;
  readonly isReportable: boolean;
  /** The stable code by which one of our functions says why; null for any other failure. */
  readonly reason: string | null;

  constructor(
    code: AppErrorCode,
    status: number,
    message: string,
    options: { isReportable?: boolean; reason?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = status;
    this.isReportable = options.isReportable ?? false;
    this.reason = options.reason ?? null;
  }
}
