/**
 * Limits of one request; the gateway limits the size of URL and body. The first group is R-33 and
 * The second keeps a statement within limits of PostgreSQL that would cause a 5xx: 1,664
 * result columns, 100 arguments of a function, the depth of its parser's stack.
 */
export const MAX_ROWS = 1_000;
export const MAX_IN_VALUES = 200;

/** Also the maximum nesting depth. */
export const MAX_EMBEDS = 20;
export const MAX_SELECTED_ITEMS = 500;
export const MAX_ORDER_TERMS = 20;
export const MAX_LOGIC_DEPTH = 10;
export const MAX_JSON_PATH_STEPS = 20;
