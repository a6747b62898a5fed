import { wordsOf } from "#server/search/search-words.domain.ts";

const KEY_MAX_LENGTH = 60;
/** Telephone numbers, cards and the like: whoever typed one did not look for a video. */
const LONG_NUMBER = /\d{5}/;

/**
 * The words of a question as they are counted: without accents, case and marks, so many of them as 60 characters
 * hold. Null for what may be somebody's address or number.
 */
export function searchKey(text: string): string | null {
  const words = wordsOf(text);
  const joined = words.join(" ");
  if (text.includes("@") || LONG_NUMBER.test(words.join(""))) return null;
  if (joined.length <= KEY_MAX_LENGTH) return joined === "" ? null : joined;
  const end = joined.lastIndexOf(" ", KEY_MAX_LENGTH);
  return joined.slice(0, end > 0 ? end : KEY_MAX_LENGTH);
}
