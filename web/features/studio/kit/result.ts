import { AppError, type Result } from "#shared/errors.ts";

/** Reason why a call to the database failed. */
export type Failure =
  | "offline"
  | "signed-out"
  | "unproven"
  | "refused"
  | "invalid"
  | "full"
  | "failed";

export type ApiResult<Value, Reason = Failure> = Result<Value, Reason>;

/** Result of a table or function call; a network error has status 0. */
type DatabaseResponse = { error: { code: string } | null; status: number };

/** Converts a failure for the query library. */
export function toAppError(failure: Failure): AppError {
  const code = failure === "offline" ? "network" : "upstream_failed";
  return new AppError(code, 0, `The studio's query failed: ${failure}`, { reason: failure });
}

/** Returns the failure of a response; null without an error. */
export function failureOf({ error, status }: DatabaseResponse): Failure | null {
  if (!error) return null;
  if (status === 0) return "offline";
  // PostgREST responds 401 to signed-out clients and 403 to others without the permission.
  if (status === 401 || error.code === "PGRST303") return "signed-out";
  // The action requires a recent sign-in.
  if (error.code === "28000") return "unproven";
  if (status === 403 || error.code === "42501") return "refused";
  // SQL classes 22 and 23, and P0001: the input breaks a rule.
  if (/^(?:22|23|P0001)/.test(error.code)) return "invalid";
  if (error.code === "54000") return "full";
  return "failed";
}

/** Returns the failure that a status of this server means. */
export function failureOfStatus(status: number): "signed-out" | "refused" | "failed" {
  if (status === 401) return "signed-out";
  return status === 403 ? "refused" : "failed";
}

export function toApiResult<Value>(result: DatabaseResponse, read: () => Value): ApiResult<Value> {
  const failure = failureOf(result);
  return failure === null ? { ok: true, value: read() } : { ok: false, failure };
}

/** @throws AppError when the call failed. */
export function assertSucceeded(result: DatabaseResponse): void {
  const failure = failureOf(result);
  if (failure !== null) throw toAppError(failure);
}
