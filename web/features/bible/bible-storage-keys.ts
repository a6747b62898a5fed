import * as v from "valibot";
import { TEXT_ID } from "#shared/bible/bible-versions.ts";
import { listOf, type StoredEntry } from "#web/lib/storage/storage-keys.ts";

/**
 * Stored values of the Bible page (S3.21). Separate from the other keys, to keep them out of the
 * first page.
 */

const MAX_BOOKMARKS = 31_102;

/** Id of the last second version. */
export const STORED_SECOND_VERSION: StoredEntry<string | null> = {
  key: "bible-with",
  schema: v.pipe(v.string(), v.regex(TEXT_ID)),
  fallback: null,
};

/** Book id ("1samuel"). */
export const STORED_BOOK: StoredEntry<string> = {
  key: "bible-book",
  schema: v.pipe(v.string(), v.maxLength(40)),
  fallback: "",
};

export const STORED_CHAPTER: StoredEntry<number> = {
  key: "bible-chapter",
  schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(150)),
  fallback: 1,
};

/** Last verse read in the open chapter. */
export const STORED_VERSE: StoredEntry<number> = {
  key: "bible-verse",
  schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(176)),
  fallback: 1,
};

/** "Book chapter:verse" with the English book name, in the order of creation. */
export const STORED_BOOKMARKS: StoredEntry<readonly string[]> = {
  key: "bible-bookmarks",
  schema: v.pipe(listOf(v.pipe(v.string(), v.maxLength(60))), v.maxLength(MAX_BOOKMARKS)),
  fallback: [],
};

/** List of bookmarks at its last sync with the marks, and its owner; null for a visitor. */
export const STORED_AGREED: StoredEntry<{ owner: string | null; list: readonly string[] }> = {
  key: "bible-bookmarks-agreed",
  schema: v.object({ owner: v.nullable(v.string()), list: STORED_BOOKMARKS.schema }),
  fallback: { owner: null, list: [] },
};
