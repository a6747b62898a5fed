/** Filters of a video list: query parameters, in fixed order. */
export const FILTER_NAMES = ["lang", "year", "length"] as const;

export type FilterName = (typeof FILTER_NAMES)[number];
