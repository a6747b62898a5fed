import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import { type AuthError, unavailable, validationFailed } from "./auth-error.ts";

/** Retry-After when the database is unavailable. */
const DATABASE_RETRY_AFTER_S = 2;

/**
 * Lock or statement timeout, deadlock, serialization failure, out of memory: a retry may succeed.
 */
const TRANSIENT_STATES = /^(53|55P03|57|40)/;
/** Values that a trigger or CHECK of the product rejects. */
const REJECTED_VALUE_STATES = /^(22|23)/;
const RAISED_BY_TRIGGER = "P0001";

/**
 * Maps a database error to an AuthError, or null for an unexpected one.
 *
 * Sign-up and updates run the product's triggers: the client gets their message (P0001), and 400
 * for a failed CHECK.
 */
export function translateDatabaseError(thrown: unknown): AuthError | null {
  const state = databaseErrorCode(thrown);
  if (state === null) return null;
  if (isDatabaseUnavailable(thrown) || TRANSIENT_STATES.test(state)) {
    return unavailable(DATABASE_RETRY_AFTER_S, thrown);
  }
  if (state === RAISED_BY_TRIGGER && thrown instanceof Error) {
    return validationFailed(thrown.message);
  }
  if (REJECTED_VALUE_STATES.test(state)) return validationFailed("Database error saving user");
  return null;
}

/** True for a unique violation of that index: another request was first. */
export function isUniqueViolation(thrown: unknown, indexName: string): boolean {
  return (
    databaseErrorCode(thrown) === "23505" &&
    typeof thrown === "object" &&
    thrown !== null &&
    "constraint_name" in thrown &&
    thrown.constraint_name === indexName
  );
}

/** SQLSTATE of PostgreSQL or the code of a lost connection, else null. */
export function databaseErrorCode(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !("code" in thrown)) return null;
  return typeof thrown.code === "string" ? thrown.code : null;
}
