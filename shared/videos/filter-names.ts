/** What a list of videos can be narrowed down by: parameters of its address, in their one order. */
export const FILTER_NAMES = ["lang", "year", "length"] as const;

export type FilterName = (typeof FILTER_NAMES)[number];
