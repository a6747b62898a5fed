import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import { type AuthError, unavailable, validationFailed } from "./auth-error.ts";

/** When a client should come back after the database was away. */
const DATABASE_RETRY_AFTER_S = 2;

/** Lock or statement timeout, deadlock, serialization, too little memory: a retry may pass. */
const PASSING_STATES = /^(53|55P03|57|40)/;
/** Values that a product's trigger or CHECK refuses. */
const REFUSED_VALUE_STATES = /^(22|23)/;
const RAISED_BY_TRIGGER = "P0001";

/**
 * A database fault as a refusal, or null when it is a bug of ours.
 *
 * Sign-up and updates run the product's own triggers, whose refusal is the visitor's to hear: a
 * message raised on purpose (P0001) is passed on, a failing CHECK is 400, never 500.
 */
export function translateDatabaseError(thrown: unknown): AuthError | null {
  const state = databaseErrorCode(thrown);
  if (state === null) return null;
  if (isDatabaseUnavailable(thrown) || PASSING_STATES.test(state)) {
    return unavailable(DATABASE_RETRY_AFTER_S, thrown);
  }
  if (state === RAISED_BY_TRIGGER && thrown instanceof Error) {
    return validationFailed(thrown.message);
  }
  if (REFUSED_VALUE_STATES.test(state)) return validationFailed("Database error saving user");
  return null;
}

/** True for a unique violation of that index: somebody else was first. */
export function isUniqueViolation(thrown: unknown, indexName: string): boolean {
  return (
    databaseErrorCode(thrown) === "23505" &&
    typeof thrown === "object" &&
    thrown !== null &&
    "constraint_name" in thrown &&
    thrown.constraint_name === indexName
  );
}

/** SQLSTATE of PostgreSQL or the code of a lost connection; null for everything else. */
export function databaseErrorCode(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !("code" in thrown)) return null;
  return typeof thrown.code === "string" ? thrown.code : null;
}
