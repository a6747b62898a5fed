import { errorCode } from "@reign-tv/kit/start-error.ts";

/** Codes of postgres.js, Node and PostgreSQL that mean "no database at the moment". */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/**
 * The database cannot take the request now; both kinds become 503 with Retry-After. "57014": all connections
 * are busy and the queue is full or slow. "08006": it is down.
 */
export class DatabaseUnavailableError extends Error {
  readonly code: "57014" | "08006";

  constructor(code: "57014" | "08006", options: { cause?: unknown } = {}) {
    super(code === "57014" ? "The database is busy" : "The database is not available", options);
    this.name = "DatabaseUnavailableError";
    this.code = code;
  }
}

/** Returns true for every error that a retry may not meet, raw or wrapped. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  const code = errorCode(error);
  return code !== null && (UNAVAILABLE_CODES.has(code) || code.startsWith("08"));
}
