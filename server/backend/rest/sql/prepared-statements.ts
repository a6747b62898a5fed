import { createBoundedMap } from "#server/kit/bounded-map.ts";

/**
 * Selects statements to prepare. PostgreSQL keeps a prepared statement for the connection's
 * lifetime, and clients can send any number of different ones: only repeated texts are prepared, up
 * to a limit.
 */
export type PreparedStatements = {
  /** Returns true to prepare this text now; counts the call. */
  shouldPrepare(text: string): boolean;
};

const MAX_PREPARED = 200;
const MAX_CANDIDATES = 500;
/** The third use prepares a text. */
const USES_BEFORE_PREPARING = 2;
/** Longer texts are rarely repeated and expensive to keep. */
const MAX_TEXT_LENGTH = 8_000;

export function createPreparedStatements(): PreparedStatements {
  const prepared = new Set<string>();
  const candidates = createBoundedMap<string, number>(MAX_CANDIDATES);
  return {
    shouldPrepare(text) {
      if (prepared.has(text)) return true;
      if (prepared.size >= MAX_PREPARED || text.length > MAX_TEXT_LENGTH) return false;
      const uses = (candidates.get(text) ?? 0) + 1;
      if (uses > USES_BEFORE_PREPARING) {
        candidates.delete(text);
        prepared.add(text);
        return true;
      }
      candidates.set(text, uses);
      return false;
    },
  };
}
