/** Why the database did not do what the studio asked of it. */
export type Failure =
  | "offline"
  | "signed-out"
  | "unproven"
  | "refused"
  | "invalid"
  | "full"
  | "failed";

/** What became of a call. Never thrown: pages stay as they are and say what happened. */
export type ApiResult<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** What a call of a table or a function of the database answers; a network failure has status 0. */
type DatabaseAnswer = { error: { code: string } | null; status: number };

/** For the query layer, which expects failures to be thrown. */
export class StudioError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`The studio's question was not answered: ${failure}`);
    this.name = "StudioError";
    this.failure = failure;
  }
}

/** Why an answer is none; null where it is one. */
export function failureOf({ error, status }: DatabaseAnswer): Failure | null {
  if (!error) return null;
  if (status === 0) return "offline";
  // Without a right, the database says 401 to those who are not signed in and 403 to the others.
  if (status === 401 || error.code === "PGRST303") return "signed-out";
  // An act on people, and it is too long ago that somebody showed who is at work.
  if (error.code === "28000") return "unproven";
  if (status === 403 || error.code === "42501") return "refused";
  // Classes 22 and 23 of SQL, and P0001: what was sent breaks a rule.
  if (/^(?:22|23|P0001)/.test(error.code)) return "invalid";
  if (error.code === "54000") return "full";
  return "failed";
}

/** The value of an answer, or its failure. */
export function answerOf<Value>(answer: DatabaseAnswer, read: () => Value): ApiResult<Value> {
  const failure = failureOf(answer);
  return failure === null ? { ok: true, value: read() } : { ok: false, failure };
}

/** @throws StudioError where the answer is none. */
export function assertAnswered(answer: DatabaseAnswer): void {
  const failure = failureOf(answer);
  if (failure !== null) throw new StudioError(failure);
}
