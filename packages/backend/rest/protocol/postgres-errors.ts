import * as v from "valibot";
import { RestError } from "./errors.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";
import type { PostgresError } from "postgres";
import { postgres } from "#backend/database/driver.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";

/** Same delay as the retries of postgrest-js. */
const RETRY_AFTER_S = 2;

/** HTTP statuses of SQLSTATEs; a class of two characters is the fallback. */
const statusByState: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "23503": 409,
  "23505": 409,
  "25": 500,
  "25006": 405,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53": 503,
  "53400": 500,
  "54": 500,
  "55": 500,
  "57": 500,
  // Differs from PostgREST: the statement timed out because the database is busy, so a retry helps.
  "57014": 503,
  "57P01": 503,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
};

/** Message of PostgreSQL and PostgREST for a statement timeout. */
const TIMEOUT_MESSAGE = "canceling statement due to statement timeout";

/** Classes whose messages reveal files, memory and internals. */
const internalClasses = new Set(["53", "54", "55", "57", "58", "F0", "XX"]);

/** Maps any error to a response; an unknown one becomes a bare 500. */
export function toRestError(error: unknown, isAnonymous: boolean): RestError {
  if (error instanceof RestError) return error;
  if (isDatabaseUnavailable(error)) {
    return new RestError(503, "57014", "The service is not available, please try again", {
      headers: { "retry-after": String(RETRY_AFTER_S) },
      cause: error,
    });
  }
  if (error instanceof postgres.PostgresError && error.code === "PGRST") {
    return raisedError(error.message, error.detail);
  }
  if (error instanceof postgres.PostgresError) return fromPostgres(error, isAnonymous);
  return new RestError(500, "PGRSTX00", "Something went wrong on the server", { cause: error });
}

/** True when PostgreSQL cancelled a statement at its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === "57014";
}

/** PostgREST's error for a statement that is itself too slow: no Retry-After. */
export function costlyTimeoutError(): RestError {
  return new RestError(500, "57014", TIMEOUT_MESSAGE);
}

/** True for errors that a schema change since the last read may explain. */
export function maySchemaBeStale(error: unknown): boolean {
  if (error instanceof RestError) return unknownNameCodes.has(error.code);
  return error instanceof postgres.PostgresError && missingNameCodes.has(error.code);
}

/** The cached schema has no such table, column, relationship, function or type. */
const unknownNameCodes = new Set([
  "PGRST200",
  "PGRST202",
  "PGRST204",
  "PGRST205",
  "42703",
  "42704",
]);
/** PostgreSQL no longer has a table or column of the cached schema. */
const missingNameCodes = new Set(["42P01", "42703"]);

function fromPostgres(error: PostgresError, isAnonymous: boolean): RestError {
  const status = statusOf(error, isAnonymous);
  const isInternal = status >= 500 && internalClasses.has(error.code.slice(0, 2));
  const headers = {
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 503 ? { "retry-after": String(RETRY_AFTER_S) } : {}),
  };
  const message = isInternal ? internalMessage(error.code) : error.message;
  return new RestError(status, error.code, message, {
    details: isInternal ? null : (error.detail ?? null),
    ...(isInternal || error.hint === undefined ? {} : { hint: error.hint }),
    headers,
    cause: error,
  });
}

function statusOf({ code, message }: PostgresError, isAnonymous: boolean): number {
  if (code === "22023" && /^role .* does not exist$/.test(message)) return 401;
  if (code === "42501") return isAnonymous ? 401 : 403;
  const raised = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  if (raised !== undefined) return Number(raised);
  return statusByState[code] ?? statusByState[code.slice(0, 2)] ?? 400;
}

function internalMessage(code: string): string {
  return code === "57014" ? TIMEOUT_MESSAGE : "The database could not complete the request";
}

const raisedMessage = v.object({
  code: v.string(),
  message: v.string(),
  details: v.nullish(v.string()),
  hint: v.nullish(v.string()),
});
const raisedDetail = v.object({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.pipe(jsonObject, v.record(v.string(), v.string())),
});

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/**
 * Returns the error of `raise sqlstate 'PGRST'`, or PGRST121 when it cannot be parsed. A database
 * function provides the body as JSON in the message, and status and headers in the detail.
 */
function raisedError(message: string, detail: string | undefined): RestError {
  const parsed = v.safeParse(raisedMessage, parseJson(message));
  if (!parsed.success)
    return raiseFormatError(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT);
  if (detail === undefined)
    return raiseFormatError("DETAIL is missing in the RAISE statement", DETAIL_HINT);
  const sent = v.safeParse(raisedDetail, parseJson(detail));
  if (!sent.success)
    return raiseFormatError(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT);
  const { code, message: text, details, hint } = parsed.output;
  return new RestError(sent.output.status, code, text, {
    details: details ?? null,
    hint: hint ?? null,
    headers: sent.output.headers,
  });
}

function raiseFormatError(details: string, hint: string): RestError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
  return new RestError(500, "PGRST121", message, { details, hint });
}
