/** The page of results; the question is its parameter `q`. */
export const SEARCH_PATH = "/search";

/** What tells browsers how to search the site; French under its prefix. */
export const OPEN_SEARCH_PATH = "/opensearch.xml";

/** Where the server answers searches, and what is typed so far. */
export const SEARCH_API_PATH = "/api/search";
export const SUGGEST_API_PATH = "/api/search/suggest";

/** The groups of results, in the order in which pages show them. */
export const SEARCH_KINDS = ["videos", "devotionals", "bible", "pages"] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Letters and digits that a question has at least. */
export const MIN_SEARCH_LETTERS = 2;
/** Characters that a question has at most. */
export const MAX_SEARCH_LENGTH = 100;
