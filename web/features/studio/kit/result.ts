/** Reason why a call to the database failed. */
export type Failure =
  | "offline"
  | "signed-out"
  | "unproven"
  | "refused"
  | "invalid"
  | "full"
  | "failed";

/** Result of a call. Calls never throw: pages keep their state and show the failure. */
export type ApiResult<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** Result of a table or function call; a network error has status 0. */
type DatabaseResponse = { error: { code: string } | null; status: number };

/** For the query library, which expects errors to be thrown. */
export class StudioError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`The studio's question was not answered: ${failure}`);
    this.name = "StudioError";
    this.failure = failure;
  }
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

export function toApiResult<Value>(result: DatabaseResponse, read: () => Value): ApiResult<Value> {
  const failure = failureOf(result);
  return failure === null ? { ok: true, value: read() } : { ok: false, failure };
}

/** @throws StudioError when the call failed. */
export function assertSucceeded(result: DatabaseResponse): void {
  const failure = failureOf(result);
  if (failure !== null) throw new StudioError(failure);
}
