/** Page of results; the query is its parameter `q`. */
export const SEARCH_PATH = "/search";

/** OpenSearch description; French with its language prefix. */
export const OPEN_SEARCH_PATH = "/opensearch.xml";

/** Search, and suggestions below it. */
export const SEARCH_API_PATH = "/api/search";
export const SUGGEST_API_PATH = "/api/search/suggest";

/** Groups of results, in the order of the page. */
export const SEARCH_KINDS = ["videos", "devotionals", "bible", "pages"] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Minimum letters and digits of a query. */
export const MIN_SEARCH_LETTERS = 2;
/** Maximum characters of a query. */
export const MAX_SEARCH_LENGTH = 100;
