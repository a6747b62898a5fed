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
  const candidates = new Map<string, number>();
  return {
    shouldPrepare(text) {
      if (prepared.has(text)) return true;
      if (prepared.size >= MAX_PREPARED || text.length > MAX_TEXT_LENGTH) return false;
      const uses = (candidates.get(text) ?? 0) + 1;
      candidates.delete(text);
      if (uses > USES_BEFORE_PREPARING) {
        prepared.add(text);
        return true;
      }
      candidates.set(text, uses);
      // A map remembers the order of insertion: the first is the one not seen for longest.
      if (candidates.size > MAX_CANDIDATES) {
        const [oldest] = candidates.keys();
        if (oldest !== undefined) candidates.delete(oldest);
      }
      return false;
    },
  };
}
