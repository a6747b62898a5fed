import { createBoundedMap } from "#server/kit/bounded-map.ts";

/**
 * Which statements are prepared. PostgreSQL keeps a prepared statement for as long as its
 * connection lives, and a client can make any number of different ones; so only texts that come
 * back are prepared, and only so many.
 */
export type PreparedStatements = {
  /** Whether to prepare this text now; counts the asking. */
  shouldPrepare(text: string): boolean;
};

const MAX_PREPARED = 200;
const MAX_CANDIDATES = 500;
/** A text is prepared when it is seen for the third time. */
const USES_BEFORE_PREPARING = 2;
/** Texts longer than this are hardly hot, and expensive to keep. */
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
